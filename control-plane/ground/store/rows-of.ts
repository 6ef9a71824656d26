import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql, type Kysely, type RawBuilder, type Selectable, type Updateable } from "kysely";
import { compiledOnce } from "./compiled-once.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "./scope.ts";
import type { Tables } from "./tables.ts";

/** The tables whose rows have an id, and those that count revisions. */
type Identified = { [T in keyof Tables]: Selectable<Tables[T]> extends { id: string } ? T : never }[keyof Tables];
type Revised = {
  [T in Identified]: Selectable<Tables[T]> extends { revision: number; updatedAt: Date } ? T : never;
}[Identified];

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** In the types, only a Project's scope can query a Project's table, so nobody can forget the scope. */
type ScopeOf<T extends keyof Tables> = Row<T> extends { projectId: string } ? ProjectScope : InstallationScope;

/** Further columns that must match, such as the endpoint: `{ endpointId }`. */
type Within<T extends keyof Tables> = Partial<Row<T>>;

/**
 * In a Project's scope, the condition on the Project's id. The index needs it, and row-level security checks it too.
 */
const placeOf = (scope: AnyScope): { projectId?: string } =>
  "projectId" in scope ? { projectId: scope.projectId } : {};

/** For the builder's types, one table stands for all of them, because each of them has this column. */
const asAny = (table: keyof Tables) => table as "libraries";
const columnsOf = (within: object) => Object.entries(within) as ["id", string][];

/**
 * The common operations on one row of a slice's table. In a Project's scope, the row belongs to the Project. A slice
 * exports them under its own names: `export const { find: findLibrary, lock: lockLibrary } = rowsOf("libraries")`.
 * @param shown the columns to read, for a table with columns that nobody may see; default: all
 */
export function rowsOf<T extends Identified, C extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  shown?: readonly C[],
) {
  type Read = Pick<Row<T>, C>;
  const select = (tables: Kysely<Tables>, id: string, within: readonly ["id", string][]) => {
    const rows = tables.selectFrom(asAny(table));
    const read = shown === undefined ? rows.selectAll() : rows.select(shown as readonly string[] as readonly "id"[]);
    return within.reduce((all, [column, value]) => all.where(column, "=", value), read.where("id", "=", id));
  };
  const finderBy = (columns: readonly string[]) =>
    compiledOnce((tables, id: string, ...values: string[]) =>
      select(
        tables,
        id,
        columns.map((column, at) => [column, values[at] ?? ""] as ["id", string]),
      ),
    );
  const finders = new Map<string, ReturnType<typeof finderBy>>();
  return {
    find: async (scope: ScopeOf<T>, id: string, within: Within<T> = {}): Promise<Read | undefined> => {
      const given = columnsOf({ ...placeOf(scope), ...within });
      const columns = given.map(([column]) => column);
      const find = finders.get(columns.join()) ?? finderBy(columns);
      finders.set(columns.join(), find);
      const [row] = await find(scope, id, ...given.map(([, value]) => value));
      return row as unknown as Read | undefined;
    },

    /** Reads a row and locks it until the transaction ends. */
    lock: async (scope: ScopeOf<T>, id: string, within: Within<T> = {}): Promise<Read | undefined> =>
      (await select(scope.tx, id, columnsOf({ ...placeOf(scope), ...within }))
        .forUpdate()
        .executeTakeFirst()) as unknown as Read | undefined,

    /** Every row that the scope shows, by id. */
    all: async (scope: ScopeOf<T>): Promise<Read[]> => {
      const rows = scope.tx.selectFrom(asAny(table)).orderBy("id");
      const read = shown === undefined ? rows.selectAll() : rows.select(shown as readonly string[] as readonly "id"[]);
      const place = columnsOf(placeOf(scope));
      return (await place.reduce((all, [column, value]) => all.where(column, "=", value), read).execute()) as never;
    },

    remove: async (scope: ScopeOf<T>, id: string): Promise<void> => {
      const query = scope.tx.deleteFrom(asAny(table)).where("id", "=", id);
      await columnsOf(placeOf(scope))
        .reduce((all, [column, value]) => all.where(column, "=", value), query)
        .execute();
    },
  };
}

/**
 * The same for rows that belong to another row, such as an endpoint. It finds them by that row's id and their own.
 * @param parent the column with that other row's id
 */
export function rowsWithin<T extends Identified, C extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  parent: keyof Row<T> & string,
  shown?: readonly C[],
) {
  const { find, lock, remove, all } = rowsOf<T, C>(table, shown);
  const within = (parentId: string) => ({ [parent]: parentId }) as Within<T>;
  return {
    find: (scope: ScopeOf<T>, parentId: string, id: string) => find(scope, id, within(parentId)),
    lock: (scope: ScopeOf<T>, parentId: string, id: string) => lock(scope, id, within(parentId)),
    remove,
    all,
  };
}

/**
 * Locks rows that were read before, in one order, until the transaction ends.
 * @returns whether all of them are still as they were read
 */
export async function holdRead<T extends Revised>(
  scope: ScopeOf<T>,
  table: T,
  read: readonly { id: string; revision: number }[],
): Promise<boolean> {
  if (read.length === 0) return true;
  const ids = read.map(({ id }) => id);
  const query = scope.tx
    .selectFrom(asAny(table))
    .select(["id", "revision"])
    .where("id", "=", sql<string>`any(${ids}::text[])`)
    .orderBy("id")
    .forUpdate();
  const rows = await columnsOf(placeOf(scope))
    .reduce((all, [column, value]) => all.where(column, "=", value), query)
    .execute();
  const held = new Map(rows.map(({ id, revision }) => [id, revision]));
  return read.every(({ id, revision }) => held.get(id) === revision);
}

/** New values of columns, as plain values or SQL expressions. */
type Changes<T extends keyof Tables> = {
  [C in Exclude<keyof Updateable<Tables[T]>, "id" | "projectId" | "updatedAt" | "revision">]?:
    | Updateable<Tables[T]>[C]
    | RawBuilder<unknown>
    | undefined;
};

/** Changes a row, and makes that its next revision. */
export async function revise<T extends Revised>(
  scope: ScopeOf<T>,
  table: T,
  id: string,
  changes: Changes<T>,
): Promise<Row<T>> {
  const query = scope.tx
    .updateTable(asAny(table))
    .set(({ eb }) => ({ ...changes, updatedAt: sharedDate(), revision: eb("revision", "+", 1) }))
    .where("id", "=", id);
  const row = await columnsOf(placeOf(scope))
    .reduce((all, [column, value]) => all.where(column, "=", value), query)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as Row<T>;
}
