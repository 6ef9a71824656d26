import { sql, type RawBuilder, type Transaction } from "kysely";
import type { Tables } from "../tables.ts";

/** The most names that one page looks at, in about half a second. */
const mostLookedAt = 20_000;

interface NamesAsked {
  /** Selects the first name after another one, in a subquery with one column; no row or null at the end. */
  next: (after: RawBuilder<string>) => RawBuilder<string>;
  /** The name after which the page begins; empty: the first page. */
  after: string;
  /** Part of the names that are wanted, in any case. */
  q?: string | undefined;
  limit: number;
}

/**
 * The different values of a column of which an index has many rows each, in the index's order: it goes from each to the
 * next instead of reading all rows. Of more than 20,000 that `q` excludes, the page ends early.
 * @returns `last`: the name after which the next page begins; null after the last page
 */
export async function pageOfNames(
  tx: Transaction<Tables>,
  { next, after, q = "", limit }: NamesAsked,
): Promise<{ names: string[]; last: string | null }> {
  const { rows } = await sql<{ name: string; isMatch: boolean; isBound: boolean }>`
    with recursive known (name, place) as (
      select ${next(sql`${after}::text`)}, 1
      union all select ${next(sql`name`)}, place + 1 from known where name is not null and place < ${mostLookedAt}
    ), judged as (
      select name, strpos(lower(name), lower(${q})) > 0 as is_match, place = ${mostLookedAt} as is_bound from known
      where name is not null
    ) select * from judged where is_match or is_bound limit ${limit + 1}`.execute(tx);
  const names = rows.filter(({ isMatch }) => isMatch).map(({ name }) => name);
  if (names.length > limit) return { names: names.slice(0, limit), last: names[limit - 1] ?? null };
  return { names, last: rows.find(({ isBound }) => isBound)?.name ?? null };
}
