import type { ExecutionKey } from "../filters/execution-filters.ts";
import { afterAllIds, newestFirst } from "../filters/key-order.ts";
import type { Stretch } from "../filters/merge-pages.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { matcher, type Filtering } from "./matcher.ts";
import { partsBehind } from "./queries/find-parts.ts";
import type { ArchivedPart } from "./queries/parts.ts";
import { readArchived, steady, type ArchivedExecution, type Read } from "./read-archived.ts";

/** For one page, a list searches at most this many objects. */
const mostParts = 4;
const partsAtOnce = 8;

interface Place {
  limit: number;
  after: ExecutionKey | null;
  /** The database's share of this page: its first execution, and the key down to which it is complete. */
  here: { first: ExecutionKey | null; upTo: ExecutionKey | null };
}

const dateOf = (text: string | undefined) => (text === undefined ? null : new Date(text));

/** The parts that a list needs. Parts with the latest calls come first. */
async function* partsOf(read: Read, { from, to }: Filtering, { after, here }: Place): AsyncGenerator<ArchivedPart> {
  const stretch = { from: [dateOf(from), here.upTo?.startedAt ?? null], to: dateOf(to), after };
  for (let last: ArchivedPart | undefined; ;) {
    const before = last;
    const parts = await read((scope) => partsBehind(scope, stretch, before, partsAtOnce));
    yield* parts;
    if (parts.length < partsAtOnce) return;
    last = parts.at(-1);
  }
}

const keyOf = ({ startedAt, id }: ArchivedExecution): ExecutionKey => ({ startedAt: new Date(startedAt), id });

/**
 * Archived executions that match the filters, newest first. It searches a few objects, and more only when many cover
 * the same time. It searches none when the database can fill the beginning of the page. @throws PublicError UNAVAILABLE
 */
export function listArchived(
  archive: Archive,
  read: Read,
  filters: Filtering,
  place: Place,
): Promise<Stretch<ArchivedExecution>> {
  const { limit, after, here } = place;
  const { texts, matches } = matcher(filters, after);
  return steady(async () => {
    const found: ArchivedExecution[] = [];
    const ends: ExecutionKey[] = [];
    const upTo = () => ends.sort(newestFirst)[0] ?? null;
    let looked = 0;
    for await (const part of partsOf(read, filters, place)) {
      // From here on, we know everything that began later than this part's last call.
      const end = { startedAt: part.lastAt, id: afterAllIds };
      const isFull = found.filter((one) => newestFirst(keyOf(one), end) < 0).length > limit;
      const isEnough = looked === 0 ? here.first !== null && newestFirst(here.first, end) < 0 : looked >= mostParts;
      const goesOn = after === null || newestFirst(after, end) < 0;
      if (goesOn && (isFull || isEnough)) {
        ends.push(end);
        break;
      }
      looked += 1;
      let some = 0;
      for (const one of await readArchived(archive, read, part, texts)) {
        if (!matches(one)) continue;
        found.push(one);
        some += 1;
        if (some <= limit) continue;
        ends.push(keyOf(one));
        break;
      }
    }
    return { items: found, upTo: upTo() };
  });
}
