import { diagnosticHelp } from "@ferrule/contract/help/diagnostic-help.ts";
import { hasErrorPage } from "@ferrule/contract/help/has-error-page.ts";
import { diagnosticDocs, errorDocs } from "@ferrule/contract/help/help.ts";
import { plain } from "./plain.ts";

/** Where a code comes from: a few mean one thing in a build and another in a call. */
type Origin = "build" | "call";

/** The most pages that one result names. */
const mostPages = 3;

/** The address of the page about a code, at the installation with this address; undefined for a code without one. */
export function docsOf(address: string, code: string, origin: Origin): string | undefined {
  if (origin === "build" && Object.hasOwn(diagnosticHelp, code)) return address + diagnosticDocs(code);
  return hasErrorPage(code) ? address + errorDocs(code) : undefined;
}

/** The line that leads to a page. */
export const helpLine = (page: string): string => `Help: ${plain(page)}`;

/** The lines that lead to the pages about these codes: each page once, and at most three. */
export const helpLines = (address: string, codes: readonly string[], origin: Origin): string[] =>
  [...new Set(codes)]
    .flatMap((code) => docsOf(address, code, origin) ?? [])
    .slice(0, mostPages)
    .map(helpLine);
