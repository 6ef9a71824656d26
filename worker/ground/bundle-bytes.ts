import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import { digestInTurns } from "./digest-in-turns.ts";

/** A bundle whose texts stay UTF-8 bytes from arrival to departure, because nothing in this worker reads them. */
export interface BundleBytes {
  /** SHA-256 (hex) of `code`. */
  digest: string;
  code: Buffer;
  sourceMap: Buffer;
}

export const textsOf = ({ digest, code, sourceMap }: BundleBytes): Bundle => ({
  digest,
  code: code.toString("utf8"),
  sourceMap: sourceMap.toString("utf8"),
});

export const bytesOf = ({ digest, code, sourceMap }: Bundle): BundleBytes => ({
  digest,
  code: Buffer.from(code),
  sourceMap: Buffer.from(sourceMap),
});

/** A bundle from bytes whose first `codeBytes` are its code. */
export const divided = (digest: string, bytes: Uint8Array, codeBytes: number): BundleBytes => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { digest, code: all.subarray(0, codeBytes), sourceMap: all.subarray(codeBytes) };
};

/** @throws when the code has another digest */
export async function withDigest(given: BundleBytes): Promise<BundleBytes> {
  if ((await digestInTurns(given.code)) === given.digest) return given;
  throw new Error(`Bundle ${given.digest} has another digest.`);
}
