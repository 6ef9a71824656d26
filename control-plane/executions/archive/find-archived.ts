import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { madeAt } from "@ferrule/kit/identifier.ts";
import type { App } from "../../app.ts";
import type { ProjectScope } from "../../store/scope.ts";
import { askedFacets, facetOf } from "../facet-values.ts";
import type { ExecutionFilters, ExecutionKey } from "../execution-filters.ts";
import type { ExportedExecution } from "../queries/exported.ts";
import { reading, type Archive } from "./archive.ts";
import { nextPart, partsBetween, partsWithId } from "./queries.ts";

/** A list looks through so many objects for one page. */
const mostParts = 4;
/** A request's execution begins soon after it, or later when it waited in a queue. */
const [earlierMs, laterMs] = [60_000, 15 * 60_000];

export type ArchivedExecution = ExportedExecution & { archived: true };

/** As lists show it, with the name of what was called. */
export function toArchivedSummary(one: ArchivedExecution, called: string | null): ExecutionSummary {
  const { input: _in, output: _out, logs: _logs, calls: _calls, hostCalls: _host, ...rest } = one;
  const { hostCallsOmitted: _omitted, deliveryId: _delivery, traceId: _trace, error, ...summary } = rest;
  return { ...summary, error: error && { code: error.code, message: error.message }, called };
}

type Read = <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;

/** Only lines with these texts are worth parsing. */
function* parsed(lines: readonly string[], texts: readonly string[]): Generator<ArchivedExecution> {
  const quoted = texts.map((text) => JSON.stringify(text));
  for (const line of lines)
    if (quoted.every((text) => line.includes(text)))
      yield { ...(JSON.parse(line) as ExportedExecution), archived: true };
}

/** An archived execution; undefined: there is none. @throws PublicError UNAVAILABLE */
export async function findArchived(
  { archive }: Pick<App, "archive">,
  read: Read,
  id: string,
): Promise<ArchivedExecution | undefined> {
  if (archive === undefined) return undefined;
  for (const part of await read((scope) => partsWithId(scope, id)))
    for (const one of parsed(await reading(() => archive.read(part)), [id])) if (one.id === id) return one;
  return undefined;
}

type Filtering = Omit<ExecutionFilters, "requestId">;

function matcher({ from, to, ...values }: Filtering, after: ExecutionKey | null) {
  const asked = askedFacets(values);
  const [begins, ends] = [
    from === undefined ? -Infinity : Date.parse(from),
    to === undefined ? Infinity : Date.parse(to),
  ];
  // A caller is kept in other words than it is asked for.
  const texts = asked.flatMap(({ facet, value }) => (facet === "caller" ? [] : [value]));
  const matches = (one: ArchivedExecution) => {
    const at = Date.parse(one.startedAt);
    const isBehind =
      after === null || at < after.startedAt.getTime() || (at === after.startedAt.getTime() && one.id < after.id);
    return at >= begins && at < ends && isBehind && asked.every(({ facet, value }) => facetOf(one, facet) === value);
  };
  return { texts, matches };
}

export interface ArchivedPage {
  items: ArchivedExecution[];
  /** After what the next page begins; null: there is none. */
  next: ExecutionKey | null;
}

const keyOf = ({ startedAt, id }: ArchivedExecution): ExecutionKey => ({ startedAt: new Date(startedAt), id });

/**
 * Archived executions that match the filters, newest first. A page may have fewer than `limit`, or none, and be followed by another:
 * it looks through a few objects. @throws PublicError UNAVAILABLE
 */
export async function listArchived(
  archive: Archive,
  read: Read,
  filters: Filtering,
  { limit, after }: { limit: number; after: ExecutionKey | null },
): Promise<ArchivedPage> {
  const { texts, matches } = matcher(filters, after);
  const items: ArchivedExecution[] = [];
  let behind = after;
  for (let looked = 0; looked < mostParts; looked += 1) {
    const from = behind;
    const part = await read((scope) => nextPart(scope, from, filters));
    if (part === undefined) return { items, next: null };
    for (const one of parsed(await reading(() => archive.read(part)), texts)) {
      if (!matches(one)) continue;
      items.push(one);
      if (items.length > limit) return { items: items.slice(0, limit), next: keyOf(items[limit - 1]!) };
    }
    behind = { startedAt: part.firstAt, id: part.tailId };
  }
  return { items, next: behind };
}

/** The archived executions of one request. Its id says when it came. @throws PublicError UNAVAILABLE */
export async function listArchivedOfRequest(
  archive: Archive,
  read: Read,
  { requestId, ...filters }: ExecutionFilters & { requestId: string },
): Promise<ArchivedExecution[]> {
  const at = madeAt(requestId);
  if (at === null) return [];
  const parts = await read((scope) => partsBetween(scope, new Date(at - earlierMs), new Date(at + laterMs)));
  const { texts, matches } = matcher(filters, null);
  const found: ArchivedExecution[] = [];
  for (const part of parts) {
    for (const one of parsed(await reading(() => archive.read(part)), [...texts, requestId]))
      if (one.requestId === requestId && matches(one)) found.push(one);
  }
  return found.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}
