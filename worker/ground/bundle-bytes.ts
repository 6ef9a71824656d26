import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import { digestInTurns } from "./digest-in-turns.ts";

/** A bundle whose texts are bytes in UTF-8, as they came and as they leave: nobody in this worker reads them. */
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

/** @throws when the code has another digest */
export async function withDigest(given: BundleBytes): Promise<BundleBytes> {
  if ((await digestInTurns(given.code)) === given.digest) return given;
  throw new Error(`Bundle ${given.digest} has another digest.`);
}
