import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";

/**
 * The same numbers as `bundleLimits` of the contract: this process must load as little as possible. A test compares
 * them.
 */
export const mostBytes = { code: 7 * 1_048_576, map: 12 * 1_048_576 };

const asMiB = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** The diagnostic for a bundle that is too large to deploy, with its size. Undefined for any other bundle. */
export function sizeProblem(code: Uint8Array, sourceMap: string): Diagnostic | undefined {
  const mapBytes = Buffer.byteLength(sourceMap);
  const isCode = code.length > mostBytes.code;
  if (!isCode && mapBytes <= mostBytes.map) return undefined;
  const what = isCode
    ? `The bundle has ${asMiB(code.length)}, and at most ${asMiB(mostBytes.code)} are deployed.`
    : `The bundle's source map has ${asMiB(mapBytes)}, and at most ${asMiB(mostBytes.map)} are deployed.`;
  const message = `${what} Import less of a Library, and move data into a collection; constants of an enum are written out wherever they are used.`;
  return { severity: "error", code: "BUNDLE_TOO_LARGE", message, line: 1, column: 1 };
}
