import { askedFacets, facetOf } from "../filters/facet-values.ts";
import type { ExecutionFilters, ExecutionKey } from "../filters/execution-filters.ts";
import { newestFirst } from "../filters/key-order.ts";
import type { ArchivedExecution } from "./read-archived.ts";

export type Filtering = Omit<ExecutionFilters, "requestId">;

/**
 * Translates the filters and the place in the list for archived executions: into texts that each matching line
 * contains, and into a test.
 */
export function matcher({ from, to, runId, ...values }: Filtering, after: ExecutionKey | null) {
  const asked = askedFacets(values);
  const begins = from === undefined ? -Infinity : Date.parse(from);
  const ends = to === undefined ? Infinity : Date.parse(to);
  // A line stores callers and long URIs in another form than the filter, so we have no text to look for.
  const texts = asked.flatMap(({ facet, value }) => (facet === "caller" || facet === "uri" ? [] : [value]));
  if (runId !== undefined) texts.push(runId);
  const matches = (one: ArchivedExecution) => {
    const at = Date.parse(one.startedAt);
    if (runId !== undefined && one.run?.id !== runId) return false;
    const isBehind = after === null || newestFirst({ startedAt: new Date(at), id: one.id }, after) > 0;
    return at >= begins && at < ends && isBehind && asked.every(({ facet, value }) => facetOf(one, facet) === value);
  };
  return { texts, matches };
}
