// Why: docs/decisions/scim-beside-the-table.md
import { parse, type Filter } from "scim2-parse-filter";
import { limits } from "../limits.ts";
import { ScimError } from "../scim-error.ts";

export type { Filter };

/** The sentence is ours, because the parser's would repeat the client's text. */
export const invalidFilter = (detail: string): ScimError => new ScimError(400, detail, "invalidFilter");

function countConditions(filter: Filter): number {
  if (filter.op === "and" || filter.op === "or")
    return filter.filters.reduce((sum, one) => sum + countConditions(one), 0);
  if (filter.op === "not") return countConditions(filter.filter);
  return filter.op === "[]" ? 1 + countConditions(filter.valFilter) : 1;
}

/**
 * Reads a filter (RFC 7644, section 3.4.2.2). It refuses control characters first, because the parser takes exponential
 * time for line breaks in an unterminated text. The limits for the length and the number of conditions bound the
 * parser's recursion.
 * @throws ScimError invalidFilter
 */
export function parseFilter(text: string): Filter {
  if (text.length > limits.filter) throw invalidFilter(`A filter may have at most ${limits.filter} characters.`);
  if (/\p{Cc}/u.test(text)) throw invalidFilter("A filter must not hold control characters.");
  let filter: Filter;
  try {
    filter = parse(text);
  } catch {
    throw invalidFilter("The filter is malformed.");
  }
  if (countConditions(filter) > limits.conditions) {
    throw invalidFilter(`A filter may have at most ${limits.conditions} conditions.`);
  }
  return filter;
}

/** An attribute's path in small letters, without the schema that it belongs to. Names are the same in any case (RFC 7643, section 2.1). */
export const plainPath = (path: string): string =>
  path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, "");
