import { webcrypto } from "node:crypto";
import { createRation } from "./ration.ts";
import { checkJson, checkSizes, type Place } from "./subtle-bounds.ts";
import { checkCost, checkKey, dom } from "./subtle-cost.ts";

const { subtle } = webcrypto;
type Key = webcrypto.CryptoKey;
type Usage = webcrypto.KeyUsage;

/** The result of a cryptographic operation: JSON and bytes, or an error's JSON. */
export interface SubtleAnswer {
  ok: boolean;
  text: string;
  result: Uint8Array;
}

interface KeyRef {
  $key: { format: "raw" | "spki" | "pkcs8"; data: Place; algorithm: object; extractable: boolean; usages: Usage[] };
}
interface Argument {
  op: string;
  algorithm: { name?: unknown };
  key: KeyRef;
  /** The key that wraps or unwraps another. */
  wrapping: KeyRef;
  /** The algorithm of the unwrapped key. */
  unwrapped: { name?: unknown };
  data: Place[];
  format: "raw" | "spki" | "pkcs8" | "jwk";
  jwk?: string;
  extractable: boolean;
  usages: Usage[];
  length: number | null;
}

const none = new Uint8Array(0);
/** Half of these threads, and memory for as many operations: large ones must leave room for all others. */
const rationed = createRation(2);

const formatOf = { secret: "raw", public: "spki", private: "pkcs8" } as const;

async function described(key: Key, given: Uint8Array | undefined, at: number) {
  checkKey(key.algorithm);
  const format = formatOf[key.type as keyof typeof formatOf];
  const bytes = given ?? new Uint8Array(await subtle.exportKey(format, key));
  const { name, hash, length, namedCurve, modulusLength, publicExponent } = key.algorithm as unknown as Record<
    string,
    unknown
  >;
  const facts = {
    type: key.type,
    extractable: key.extractable,
    usages: key.usages,
    algorithm: { name, hash, length, namedCurve, modulusLength },
    publicExponent: publicExponent === undefined ? undefined : [...(publicExponent as Uint8Array)],
    format,
    bytes: [at, at + bytes.length],
  };
  return { facts, bytes };
}

interface Performed {
  value?: unknown;
  bytes?: Uint8Array;
}

async function exported(key: Key, format: Argument["format"]): Promise<Performed> {
  if (format === "jwk") return { value: await subtle.exportKey("jwk", key) };
  return { bytes: new Uint8Array(await subtle.exportKey(format, key)) };
}

async function generated(algorithm: webcrypto.AlgorithmIdentifier, argument: Argument): Promise<Performed> {
  const made = (await subtle.generateKey(algorithm as never, true, argument.usages)) as Key | webcrypto.CryptoKeyPair;
  const pair = "privateKey" in made ? [made.publicKey, made.privateKey] : [made];
  const keys = [];
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const key of pair) {
    const one = await described(key, undefined, at);
    at += one.bytes.length;
    parts.push(one.bytes);
    keys.push({ ...one.facts, extractable: key.type === "public" || argument.extractable });
  }
  return { value: { keys }, bytes: Buffer.concat(parts) };
}

const placed = (bytes: Uint8Array, { $bytes: [from, to] }: Place) =>
  bytes.subarray(from, to) as Uint8Array<ArrayBuffer>;

/** Opens a key that the guest holds. `forExport`: it may be exported again. */
async function openKey(bytes: Uint8Array, { $key }: KeyRef, forExport = false): Promise<webcrypto.CryptoKey> {
  const { format, data, algorithm, extractable, usages } = $key;
  const with_ = algorithm as webcrypto.AlgorithmIdentifier;
  const key = await subtle.importKey(format, placed(bytes, data), with_, forExport || extractable, usages);
  checkKey(key.algorithm);
  return key;
}

/** An algorithm from the guest, with its bytes and keys resolved. */
async function readAlgorithm(bytes: Uint8Array, given: object): Promise<Record<string, unknown>> {
  const algorithm: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "object" && value !== null && "$bytes" in value)
      algorithm[name] = placed(bytes, value as Place);
    else if (typeof value === "object" && value !== null && "$key" in value)
      algorithm[name] = await openKey(bytes, value as KeyRef);
    else if (name !== "__proto__") algorithm[name] = value;
  }
  return algorithm;
}

async function imported(
  { format, extractable, usages, jwk }: Argument,
  with_: webcrypto.AlgorithmIdentifier,
  data: Uint8Array<ArrayBuffer> | undefined,
): Promise<Performed> {
  const material = (format === "jwk" ? JSON.parse(jwk!) : data!) as webcrypto.JsonWebKey;
  // Imported as requested, which rejects invalid keys, and once more in a form that we can keep.
  const asked = await subtle.importKey(format as "jwk", material, with_, extractable, usages);
  if (format === "raw" && asked.type === "secret") {
    const made = await described(asked, data, 0);
    return { value: made.facts, bytes: made.bytes };
  }
  const kept = await subtle.importKey(format as "jwk", material, with_, true, usages);
  const made = await described(kept, undefined, 0);
  return { value: { ...made.facts, extractable: asked.extractable }, bytes: made.bytes };
}

async function unwrapped(
  argument: Argument,
  with_: webcrypto.AlgorithmIdentifier,
  data: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array,
): Promise<Performed> {
  const { op, format, wrapping, extractable, usages } = argument;
  const what = (await readAlgorithm(bytes, argument.unwrapped)) as never;
  checkCost(op, what, null);
  const unwrap = async (kept: boolean) =>
    subtle.unwrapKey(format, data, await openKey(bytes, wrapping), with_, what, kept, usages);
  const asked = await unwrap(extractable);
  const made = await described(await unwrap(true), undefined, 0);
  return { value: { ...made.facts, extractable: asked.extractable }, bytes: made.bytes };
}

/**
 * Runs one operation of SubtleCrypto for a guest. Places in its argument refer to `bytes`. Undefined if it would take
 * long, but must not.
 */
async function perform(argument: Argument, bytes: Uint8Array, mayTakeLong: boolean): Promise<Performed | undefined> {
  const open = (key: KeyRef) => openKey(bytes, key);
  const algorithm = await readAlgorithm(bytes, argument.algorithm ?? {});
  if (argument.op === "exportKey") return exported(await openKey(bytes, argument.key, true), argument.format);
  if (checkCost(argument.op, algorithm, argument.length ?? null) && !mayTakeLong) return undefined;
  const with_ = algorithm as unknown as webcrypto.AlgorithmIdentifier;
  const data = argument.data.map((place) => placed(bytes, place));
  switch (argument.op) {
    case "digest":
      return { bytes: new Uint8Array(await subtle.digest(with_, data[0]!)) };
    case "sign":
      return { bytes: new Uint8Array(await subtle.sign(with_, await open(argument.key), data[0]!)) };
    case "verify":
      return { value: await subtle.verify(with_, await open(argument.key), data[0]!, data[1]!) };
    case "encrypt":
      return { bytes: new Uint8Array(await subtle.encrypt(with_, await open(argument.key), data[0]!)) };
    case "decrypt":
      return { bytes: new Uint8Array(await subtle.decrypt(with_, await open(argument.key), data[0]!)) };
    case "deriveBits":
      return { bytes: new Uint8Array(await subtle.deriveBits(with_, await open(argument.key), argument.length)) };
    case "importKey":
      return imported(argument, with_, data[0]);
    case "generateKey":
      return generated(with_, argument);
    case "wrapKey": {
      const { format, key, wrapping } = argument;
      const wrapped = await subtle.wrapKey(format, await openKey(bytes, key, true), await open(wrapping), with_);
      return { bytes: new Uint8Array(wrapped) };
    }
    case "unwrapKey":
      return unwrapped(argument, with_, data[0]!, bytes);
    default:
      throw dom("NotSupportedError", "There is no such operation.");
  }
}

/** The caller of an operation. */
export interface SubtleCaller {
  /** Unique over all Projects. */
  tenant: string;
  /** False when its call has ended. */
  isWanted: () => boolean;
}

/**
 * Runs one of a guest's cryptographic operations. It never rejects. `json` is its argument. With a `caller`, this
 * process serves others too, so it does not start an operation that takes long (undefined). Nothing can interrupt such
 * an operation, so it must run where it can be killed at no cost to others.
 */
export async function runSubtle(
  json: string,
  bytes: Uint8Array,
  caller?: SubtleCaller,
): Promise<SubtleAnswer | undefined> {
  try {
    checkJson(json);
    const argument = JSON.parse(json) as Argument;
    const isLarge = checkSizes(argument);
    const run = async (): Promise<Performed | undefined> =>
      caller?.isWanted() === false ? {} : perform(argument, bytes, /* mayTakeLong */ caller === undefined);
    const performed = await (isLarge && caller !== undefined ? rationed(caller.tenant, run) : run());
    if (performed === undefined) return undefined;
    const { value, bytes: result } = performed;
    return { ok: true, text: value === undefined ? "" : JSON.stringify(value), result: result ?? none };
  } catch (error) {
    const { name, message } = error as Error;
    const type = name === "TypeError" ? "type" : "dom";
    const told =
      typeof message === "string" && !message.includes("/") ? message.slice(0, 500) : "The operation failed.";
    return { ok: false, text: JSON.stringify({ type, code: name, message: told }), result: none };
  }
}
