import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { facets } from "../../../ground/store/tables/executions.ts";
import { boundedKey, callerKeyOf, callerKeyOfText } from "./caller-key.ts";
import { errorIdOf } from "./error-id.ts";
import type { ExecutionFilters } from "./execution-filters.ts";

type Facet = (typeof facets)[number];

/**
 * How long a slow call took at least, in milliseconds, the slowest first. A filter by duration or by the text of an
 * error compares each call; these traits leave it few calls to compare.
 */
const slow = [60_000, 10_000, 1_000] as const;
const hasError = "error";
const isNoTest = "no-test";

const traitsOf = ({ durationMs, error, source }: ExecutionRecord): string[] => [
  ...(source === "test" ? [] : [isNoTest]),
  ...(error === null ? [] : [hasError]),
  ...slow.filter((ms) => durationMs >= ms).map(String),
];

const plain = (value: string | null | undefined) => (value === null || value === undefined ? [] : [value]);

/**
 * A record's values for a filter, as the entries of a batch store them, and as the database's `ferrule_index_batch`
 * finds them.
 */
export function facetsOf(record: ExecutionRecord, facet: Facet): string[] {
  switch (facet) {
    case "caller":
      return plain(callerKeyOf(record.caller));
    case "uri":
      return plain(record.uri && boundedKey(record.uri));
    case "httpStatus":
      return record.httpStatus === undefined
        ? []
        : [String(record.httpStatus), `${Math.floor(record.httpStatus / 100)}xx`];
    case "errorId":
      return plain(errorIdOf(record));
    case "trait":
      return traitsOf(record);
    default:
      return plain(record[facet]);
  }
}

const termOf = (facet: Exclude<Facet, "trait">, value: string): string =>
  facet === "caller" ? callerKeyOfText(value) : facet === "uri" ? boundedKey(value) : value;

/** The traits that every call has which these filters find. */
function askedTraits({ error, minDurationMs = 0, withoutTests }: ExecutionFilters): string[] {
  const slowest = slow.find((ms) => minDurationMs >= ms);
  const hinted = slowest !== undefined ? [String(slowest)] : error === undefined ? [] : [hasError];
  return withoutTests === undefined ? hinted : [isNoTest, ...hinted];
}

/** The values to look for in the entries: one for each filter that they have, and what the others imply. */
export const askedFacets = (filters: ExecutionFilters): { facet: Facet; value: string }[] =>
  facets.flatMap((facet): { facet: Facet; value: string }[] => {
    if (facet === "trait") return askedTraits(filters).map((value) => ({ facet, value }));
    const value = filters[facet];
    // No entry has both statuses of a failure.
    if (value === "failed_or_timed_out" && facet === "status") return [];
    return value === undefined ? [] : [{ facet, value: termOf(facet, value) }];
  });
