import type { Where } from "@ferrule/contract/resources/record.ts";
import { sql, type RawBuilder } from "kysely";
import type { Slotted } from "./slots.ts";
import { behind, hasSlots, type Term } from "./order.ts";
import { whereToSql } from "./where-to-sql.ts";

/**
 * The conditions for the records of a page, which begins after `from`, or with the first record.
 * @param place The path of the `where`, for issues. @throws PublicError VALIDATION_ERROR
 */
export function conditionsOf(
  collection: Slotted,
  terms: readonly Term[],
  { where, from }: { where: Where; from: readonly string[] | null },
  place: string,
): RawBuilder<unknown> {
  const [first] = terms;
  if (from === null || first === undefined) {
    return sql`${whereToSql(collection, where, place)} and ${hasSlots(terms)}`;
  }
  const begun = { path: first.path, passed: first.isDescending ? "upper" : "lower" } as const;
  return sql`${whereToSql(collection, where, place, begun)} and ${hasSlots(terms)} and ${behind(terms, from)}`;
}
