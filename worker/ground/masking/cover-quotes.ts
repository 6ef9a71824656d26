import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";

/** `Unexpected token 'h', "hunter2-hu"... is not valid JSON`, also where quotes are escaped. */
const quoted = /, ((?:\.\.\.)?)(\\{0,7}")([^\n]{1,80}?)(\\{0,7}")((?:\.\.\.)?) is not valid JSON/g;

/**
 * Covers what V8 quotes of a text that is no JSON: ten characters on either side of the place. A part of a secret is not found by its
 * value, and to look for parts would tell a reader which guesses are right. So every quote that was cut is covered, whatever it holds.
 */
export const coverQuotes = (text: string): string =>
  text.includes(" is not valid JSON")
    ? text.replace(quoted, (whole, before: string, open: string, _part, close: string, behind: string) =>
        before === "" && behind === "" ? whole : `, ${before}${open}${maskMarker}${close}${behind} is not valid JSON`,
      )
    : text;
