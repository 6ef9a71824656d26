/** The offered algorithms. Other algorithms of the engine could be made to take minutes or gigabytes. */
const offered = new Set(
  (
    "SHA-1 SHA-256 SHA-384 SHA-512 HMAC HKDF PBKDF2 AES-CBC AES-CTR AES-GCM AES-KW RSASSA-PKCS1-v1_5 RSA-PSS RSA-OAEP " +
    "ECDSA ECDH Ed25519 X25519"
  )
    .toUpperCase()
    .split(" "),
);

const most = { iterations: 1_000_000, generatedModulusBits: 4_096, modulusBits: 8_192, bits: 8 * 65_536 };
const hashBits: Record<string, number> = { "SHA-1": 160, "SHA-256": 256, "SHA-384": 384, "SHA-512": 512 };

/** An error with the name of a DOMException. */
export const dom = (name: string, message: string): Error => Object.assign(new Error(message), { name });

function nameOf(algorithm: unknown): string {
  const name = typeof algorithm === "object" && algorithm !== null ? (algorithm as { name?: unknown }).name : algorithm;
  const text = typeof name === "string" ? name.toUpperCase() : "";
  if (!offered.has(text)) throw dom("NotSupportedError", "This algorithm is not supported here.");
  return text;
}

/** A number as the engine will read it, because a guest may send any value. */
const numberOf = (value: unknown): number => (value === undefined || value === null ? 0 : Number(value));

function atMost(value: unknown, limit: number, what: string): void {
  const number = numberOf(value);
  if (!(number <= limit)) throw dom("OperationError", `At most ${limit} ${what} are possible here.`);
}

/**
 * Rejects operations that would block a thread for longer than about a second or take unlimited memory: calls share
 * these threads, and nothing can interrupt them. Returns whether the operation takes so long that it must be rationed.
 * @throws an error named like a DOMException
 */
export function checkCost(op: string, algorithm: Record<string, unknown>, length: number | null): boolean {
  const name = nameOf(algorithm);
  if (algorithm["hash"] !== undefined) nameOf(algorithm["hash"]);
  atMost(length, most.bits, "bits");
  if (name === "HMAC") atMost(algorithm["length"], most.bits, "bits");
  if (name.startsWith("RSA") && op === "generateKey") {
    atMost(algorithm["modulusLength"], most.generatedModulusBits, "bits");
    const exponent = algorithm["publicExponent"];
    if (exponent instanceof Uint8Array && exponent.length > 4)
      throw dom("OperationError", "The public exponent is too long.");
    return true;
  }
  if (name !== "PBKDF2") return false;
  const hash = algorithm["hash"];
  const hashName = String(typeof hash === "object" ? (hash as { name?: unknown }).name : hash).toUpperCase();
  const blocks = Math.max(1, Math.ceil(numberOf(length) / (hashBits[hashName] ?? 160)));
  atMost(numberOf(algorithm["iterations"]) * blocks, most.iterations, "iterations");
  return op === "deriveBits" && numberOf(algorithm["iterations"]) * blocks > 20_000;
}

/** Rejects a key if each of its uses would take long. */
export function checkKey(algorithm: object): void {
  const { modulusLength } = algorithm as { modulusLength?: unknown };
  if (typeof modulusLength === "number") atMost(modulusLength, most.modulusBits, "bits");
}
