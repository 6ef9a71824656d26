import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { facets } from "../../../ground/store/tables/executions.ts";
import { boundedKey, callerKeyOf, callerKeyOfText } from "./caller-key.ts";
import type { ExecutionFilters } from "./execution-filters.ts";

type Facet = (typeof facets)[number];

/** A record's value for a filter, as the entries of a batch store it; null when it has none. */
export function facetOf(record: ExecutionRecord, facet: Facet): string | null {
  if (facet === "caller") return callerKeyOf(record.caller);
  const value = record[facet] ?? null;
  return facet === "uri" && value !== null ? boundedKey(value) : value;
}

const termOf = (facet: Facet, value: string): string =>
  facet === "caller" ? callerKeyOfText(value) : facet === "uri" ? boundedKey(value) : value;

/** The values to look for in the entries, one for each filter. */
export const askedFacets = (filters: ExecutionFilters): { facet: Facet; value: string }[] =>
  facets.flatMap((facet) => {
    const value = filters[facet];
    return value === undefined ? [] : [{ facet, value: termOf(facet, value) }];
  });
