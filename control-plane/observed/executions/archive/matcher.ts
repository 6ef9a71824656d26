import { compares } from "../filters/compares.ts";
import { askedFacets, facetsOf } from "../filters/facet-values.ts";
import type { ExecutionFilters, ExecutionKey } from "../filters/execution-filters.ts";
import { newestFirst } from "../filters/key-order.ts";
import type { ArchivedExecution } from "./read-archived.ts";

export type Filtering = Omit<ExecutionFilters, "requestId">;

/** A line stores these in another form than the filter, so there is no text to look for. */
const inOtherForm = new Set<string>(["caller", "uri", "httpStatus", "errorId", "trait"]);

/**
 * Translates the filters and the place in the list for archived executions: into texts that each matching line
 * contains, and into a test.
 */
export function matcher({ from, to, runId, ...values }: Filtering, after: ExecutionKey | null) {
  const asked = askedFacets(values);
  const begins = from === undefined ? -Infinity : Date.parse(from);
  const ends = to === undefined ? Infinity : Date.parse(to);
  const texts = asked.flatMap(({ facet, value }) => (inOtherForm.has(facet) ? [] : [value]));
  if (runId !== undefined) texts.push(runId);
  const fits = compares(values);
  const matches = (one: ArchivedExecution) => {
    const at = Date.parse(one.startedAt);
    if (runId !== undefined && one.run?.id !== runId) return false;
    const isBehind = after === null || newestFirst({ startedAt: new Date(at), id: one.id }, after) > 0;
    return (
      at >= begins &&
      at < ends &&
      isBehind &&
      fits(one) &&
      asked.every(({ facet, value }) => facetsOf(one, facet).includes(value))
    );
  };
  return { texts, matches };
}
