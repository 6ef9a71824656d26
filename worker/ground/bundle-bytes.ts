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

/** The same of texts. @throws when the code has another digest */
export async function bytesOfTexts({ digest, ...texts }: Bundle): Promise<BundleBytes> {
  const code = Buffer.from(texts.code);
  if ((await digestInTurns(code)) !== digest) throw new Error(`Bundle ${digest} has another digest.`);
  return { digest, code, sourceMap: Buffer.from(texts.sourceMap) };
}
