import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { facets } from "../../../ground/store/tables/executions.ts";
import { callerKeyOf, callerKeyOfText } from "./caller-key.ts";
import type { ExecutionFilters } from "./execution-filters.ts";

type Facet = (typeof facets)[number];

/** A record's value for a filter, as the entries of a batch store it; null when it has none. */
export const facetOf = (record: ExecutionRecord, facet: Facet): string | null =>
  facet === "caller" ? callerKeyOf(record.caller) : (record[facet] ?? null);

/** The values to look for in the entries, one for each filter. */
export const askedFacets = (filters: ExecutionFilters): { facet: Facet; value: string }[] =>
  facets.flatMap((facet) => {
    const value = filters[facet];
    return value === undefined ? [] : [{ facet, value: facet === "caller" ? callerKeyOfText(value) : value }];
  });
