import { maskMarker } from "@ferrule/contract/warnings/sensitive-names.ts";

/** For example `Unexpected token 'h', "hunter2-hu"... is not valid JSON`, even with escaped quotes. */
const quoted = /, ((?:\.\.\.)?)(\\{0,7}")([^\n]{1,80}?)(\\{0,7}")((?:\.\.\.)?) is not valid JSON/g;

/**
 * Covers V8's quotes from a text that is not JSON: V8 quotes ten characters on either side of the error. A search by
 * the secret's value cannot find a part of the secret, and a search for parts would tell a reader which guesses are
 * right. So this covers every quote that was cut, whatever it contains.
 */
export const coverQuotes = (text: string): string =>
  text.includes(" is not valid JSON")
    ? text.replace(quoted, (whole, before: string, open: string, _part, close: string, behind: string) =>
        before === "" && behind === "" ? whole : `, ${before}${open}${maskMarker}${close}${behind} is not valid JSON`,
      )
    : text;
