/** Where an issuer's metadata may be: OpenID Connect Discovery, section 4, and RFC 8414, section 3.1. */
export function issuerMetadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

/** The most keys in a set, and the shortest RSA key. */
export const mostIssuerKeys = 100;
const shortestRsaBits = 2_048;

/** How much of a document we read, and for how long. */
export const issuerDocument = { mostBytes: 131_072, mostMs: 5_000 } as const;

/** A key of a set (RFC 7517), with the members that matter here. */
type Key = Record<string, unknown> & { kty: string };

/** The length of a number in base64url, without leading zeros. */
const bitsOf = (modulus: unknown): number =>
  typeof modulus === "string" ? Math.floor((modulus.length * 6) / 8) * 8 : 0;

/**
 * Whether this is a public key for signatures and long enough. If the set had a secret key, every reader could sign.
 */
export function isUsableIssuerKey(value: unknown): value is Key {
  if (typeof value !== "object" || value === null || !("kty" in value) || typeof value.kty !== "string") return false;
  const key: Key = { ...value, kty: value.kty };
  if (key["d"] !== undefined) return false;
  if (key.kty === "RSA") return bitsOf(key["n"]) >= shortestRsaBits;
  return key.kty === "EC" || key.kty === "OKP";
}

const curves: Record<string, string> = { ES256: "P-256", ES384: "P-384", ES512: "P-521" };

/** Whether tokens of this algorithm could be signed with the key (RFC 7518, section 3.1; RFC 8037). */
export function fitsAlgorithm(key: Key, algorithm: string): boolean {
  if (key["use"] !== undefined && key["use"] !== "sig") return false;
  if (key["alg"] !== undefined && key["alg"] !== algorithm) return false;
  if (algorithm === "EdDSA") return key.kty === "OKP" && key["crv"] === "Ed25519";
  const curve = curves[algorithm];
  return curve === undefined ? key.kty === "RSA" : key.kty === "EC" && key["crv"] === curve;
}
