import { madeAt } from "@ferrule/kit/identifier.ts";
import type { App } from "../../../ground/app.ts";
import type { ExecutionFilters, ExecutionKey } from "../filters/execution-filters.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { matcher } from "./matcher.ts";
import { partsAround, partsWithId } from "./queries/find-parts.ts";
import { readArchived, steady, type ArchivedExecution, type Read } from "./read-archived.ts";

/** An execution begins soon after its request came, or later when it waited in a queue. */
const [earlierMs, laterMs] = [60_000, 15 * 60_000];
/** For one request, we search at most this many objects. */
const mostOfRequest = 16;

/** An archived execution; undefined when there is none. @throws PublicError UNAVAILABLE */
export async function findArchived(
  { archive }: Pick<App, "archive">,
  read: Read,
  id: string,
): Promise<ArchivedExecution | undefined> {
  if (archive === undefined) return undefined;
  return steady(async () => {
    for (const part of await read((scope) => partsWithId(scope, id)))
      for (const one of await readArchived(archive, read, part, [id])) if (one.id === id) return one;
    return undefined;
  });
}

/**
 * The archived executions of one request, in no order. The request's id says when the request came. So we search the
 * objects of that time, the nearest ones first, and stop one object after the one that had some. @throws PublicError
 * UNAVAILABLE
 */
export async function findArchivedOfRequest(
  archive: Archive,
  read: Read,
  { requestId, ...filters }: ExecutionFilters & { requestId: string },
  after: ExecutionKey | null,
): Promise<ArchivedExecution[]> {
  const at = madeAt(requestId);
  if (at === null) return [];
  const { texts, matches } = matcher(filters, after);
  const window = { from: new Date(at - earlierMs), to: new Date(at + laterMs), limit: mostOfRequest };
  return steady(async () => {
    const found: ArchivedExecution[] = [];
    for (const part of await read((scope) => partsAround(scope, new Date(at), window))) {
      const before = found.length;
      for (const one of await readArchived(archive, read, part, [...texts, requestId]))
        if (one.requestId === requestId && matches(one)) found.push(one);
      if (before > 0 && found.length === before) break;
    }
    return found;
  });
}
