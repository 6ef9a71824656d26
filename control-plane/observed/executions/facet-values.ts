import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { facets } from "../../ground/store/tables/executions.ts";
import { callerKeyOf, callerKeyOfText } from "./caller-key.ts";
import type { ExecutionFilters } from "./execution-filters.ts";

type Facet = (typeof facets)[number];

/** What the entries of a batch name a call by; null: it has no such value. */
export const facetOf = (record: ExecutionRecord, facet: Facet): string | null =>
  facet === "caller" ? callerKeyOf(record.caller) : record[facet];

/** What entries are asked for, filter by filter. */
export const askedFacets = (filters: ExecutionFilters): { facet: Facet; value: string }[] =>
  facets.flatMap((facet) => {
    const value = filters[facet];
    return value === undefined ? [] : [{ facet, value: facet === "caller" ? callerKeyOfText(value) : value }];
  });
