import type { Operators, RecordQuery, Where } from "@ferrule/contract/resources/record.ts";
import { sql, type RawBuilder } from "kysely";
import type { Slotted } from "./slots.ts";
import { fieldOf } from "./field.ts";

/** One term of an order; the last one is always the id. */
export interface Term {
  path: string;
  key: RawBuilder<unknown>;
  kind: "id" | "time" | "data";
  isDescending: boolean;
  slot: string | null;
}

/** A field without an index is compared only up to this length, so that a cursor stays short. */
const comparedCharacters = 200;

/** Whether a condition leaves only one possible value for a field. */
function isPinned(given: unknown): boolean {
  const value = typeof given === "object" && given !== null ? (given as Operators).eq : given;
  return value !== undefined && (typeof value !== "object" || value === null);
}

/**
 * The requested order: newest first by default, with ties broken by id. A field that `where` pins to one value is left
 * out: it orders nothing, and would keep an index scan from starting at the page.
 */
export function termsOf(collection: Slotted, orderBy: RecordQuery["orderBy"], where: Where): Term[] {
  const asked = orderBy.length === 0 ? [{ field: "createdAt", direction: "desc" as const }] : orderBy;
  const ordering = asked.filter(({ field }) => !isPinned(Object.hasOwn(where, field) ? where[field] : undefined));
  const terms = ordering.map(({ field: path, direction }): Term => {
    const field = fieldOf(collection, path);
    const slot = field.kind === "data" ? field.slot : null;
    const isLong = field.kind === "data" && slot === null;
    const key = isLong ? sql`(left(${field.key}, ${sql.lit(comparedCharacters)}) collate "C")` : field.key;
    return { path, key, kind: field.kind, isDescending: direction === "desc", slot };
  });
  const end = terms.findIndex(({ kind }) => kind === "id");
  if (end !== -1) return terms.slice(0, end + 1);
  const isDescending = asked.at(-1)?.direction === "desc";
  return [...terms, { path: "id", key: sql`id`, kind: "id", isDescending, slot: null }];
}

export const orderToSql = (terms: readonly Term[]): RawBuilder<unknown> =>
  sql.join(terms.map(({ key, isDescending }) => (isDescending ? sql`${key} desc` : sql`${key} asc`)));

const asValue = ({ kind }: Term, value: string) => (kind === "time" ? sql`${value}::timestamptz` : sql`${value}`);
const comesAfter = ({ isDescending }: Term) => (isDescending ? sql`<` : sql`>`);

/** The condition for rows after these sort keys. Where an index can serve it, it is a single row comparison. */
export function behind(terms: readonly Term[], values: readonly string[]): RawBuilder<unknown> {
  const first = terms[0];
  if (first === undefined) return sql`true`;
  const at = (index: number) => asValue(terms[index] ?? first, values[index] ?? "");
  if (terms.every(({ isDescending }) => isDescending === first.isDescending)) {
    const keys = sql.join(terms.map(({ key }) => key));
    return sql`(${keys}) ${comesAfter(first)} (${sql.join(terms.map((_, index) => at(index)))})`;
  }
  const alternatives = terms.map((term, index) => {
    const equal = terms.slice(0, index).map(({ key }, before) => sql`${key} = ${at(before)}`);
    return sql`(${sql.join([...equal, sql`${term.key} ${comesAfter(term)} ${at(index)}`], sql` and `)})`;
  });
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/**
 * Says that the columns are not null. They never are here, but PostgreSQL needs to read it to use the partial indexes.
 */
export const hasSlots = (terms: readonly Term[]): RawBuilder<unknown> => {
  const slots = terms.flatMap(({ slot }) => slot ?? []);
  return slots.length === 0
    ? sql`true`
    : sql.join(
        slots.map((slot) => sql`${sql.raw(slot)} is not null`),
        sql` and `,
      );
};
