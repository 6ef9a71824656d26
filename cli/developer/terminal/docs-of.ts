import { diagnosticDocs } from "@ferrule/contract/help/help.ts";
import { plain } from "./plain.ts";

/** The page about a code of a build, at the installation with this address; undefined for TypeScript's own codes. */
export const docsOf = (address: string, code: string): string | undefined =>
  /^[A-Z][A-Z_]+$/.test(code) ? address + diagnosticDocs(code) : undefined;

/** The lines that lead to the pages about these codes, each page once. */
export const helpLines = (address: string, codes: readonly string[]): string[] =>
  [...new Set(codes)].flatMap((code) => {
    const docs = docsOf(address, code);
    return docs === undefined ? [] : [`Help: ${plain(docs)}`];
  });
