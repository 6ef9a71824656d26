import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql, type Insertable, type Kysely, type RawBuilder, type Selectable, type Updateable } from "kysely";
import { compiledOnce } from "./compiled-once.ts";
import { json } from "../json.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../scope.ts";
import { newestFirst, selectPage, type ListShape, type ListWish } from "./select-page.ts";
import type { Tables } from "../tables.ts";

/** The tables whose rows have an id, and those that count revisions. */
type Identified = { [T in keyof Tables]: Selectable<Tables[T]> extends { id: string } ? T : never }[keyof Tables];
type Revised = {
  [T in Identified]: Selectable<Tables[T]> extends { revision: number; updatedAt: Date } ? T : never;
}[Identified];

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/**
 * In the types, only a Project's scope can query a Project's table, so nobody can forget the scope. Some tables also have
 * rows that belong to no Project.
 */
type ScopeOf<T extends keyof Tables> =
  Row<T> extends { projectId: string }
    ? ProjectScope
    : null extends Row<T>["projectId" & keyof Row<T>]
      ? AnyScope
      : InstallationScope;

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

/** Columns and their values: a list is any of its values, null is no value, and undefined is no condition. */
type Where<T extends keyof Tables> = {
  [C in keyof Row<T>]?: Row<T>[C] | readonly NonNullable<Row<T>[C]>[] | undefined;
};

/** The values of a new row. Columns that the scope or the database fill are not among them. */
type New<T extends keyof Tables> = {
  [C in keyof Omit<Insertable<Tables[T]>, "projectId">]:
    | Omit<Insertable<Tables[T]>, "projectId">[C]
    | RawBuilder<unknown>;
};

interface Listed {
  /** The column by which the rows are sorted, with a leading `-` for descending. */
  by?: string;
  limit?: number;
  /** Locks the rows until the transaction ends. */
  lock?: boolean;
}

/** How a table's list is searched and sorted (`selectPage`), and which columns filter it. */
type Page<T extends keyof Tables, F extends keyof Row<T>> = Omit<ListShape, "table"> & { filters?: readonly F[] };

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** Lists and objects as jsonb. A column of type json keeps the order of keys, so it gets `orderedJson` from its slice. */
const stored = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, isPlain(value) ? json(value) : value]));

/** The operations on several rows, or on one that is not found by its id. */
function listsOf<T extends Identified, C extends keyof Row<T> & string>(table: T, shown?: readonly C[]) {
  type Read = Pick<Row<T>, C>;
  /** The rows that meet conditions; null if none can. */
  const matching = (scope: ScopeOf<T>, where: Where<T>) => {
    const given = Object.entries({ ...where, ...placeOf(scope) }).filter(([, value]) => value !== undefined);
    if (given.some(([, value]) => Array.isArray(value) && value.length === 0)) return null;
    const rows = scope.tx.selectFrom(asAny(table));
    const read = shown === undefined ? rows.selectAll() : rows.select(shown as readonly string[] as readonly "id"[]);
    return given.reduce((all, [column, value]) => {
      const operator = value === null ? "is" : Array.isArray(value) ? "in" : "=";
      return all.where(column as "id", operator, value);
    }, read);
  };
  const list = async (
    scope: ScopeOf<T>,
    where: Where<T>,
    { by = "id", limit, lock = false }: Listed = {},
  ): Promise<Read[]> => {
    const rows = matching(scope, where)
      ?.orderBy(sql.ref(by.replace("-", "")), by.startsWith("-") ? "desc" : "asc")
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      .$if(lock, (query) => query.forUpdate());
    return ((await rows?.execute()) ?? []) as unknown as Read[];
  };
  return {
    /** The rows that meet these conditions, by id if nothing else is said. */
    list,

    /** Every row that the scope shows, by id. */
    all: (scope: ScopeOf<T>): Promise<Read[]> => list(scope, {}),

    /** The first row that meets these conditions, locked until the transaction ends if that is asked for. */
    first: async (scope: ScopeOf<T>, where: Where<T>, { lock = false } = {}): Promise<Read | undefined> =>
      (await matching(scope, where)
        ?.limit(1)
        .$if(lock, (query) => query.forUpdate())
        .executeTakeFirst()) as unknown as Read | undefined,

    /** Up to `limit + 1` rows, newest first, before the one with this id. */
    newest: async (scope: ScopeOf<T>, where: Where<T>, limit: number, before: string | undefined): Promise<Read[]> => {
      const rows = matching(scope, where);
      return (rows === null ? [] : await newestFirst(rows, limit, before).execute()) as unknown as Read[];
    },

    /** Up to `limit + 1` rows as a caller wishes (`selectPage`). */
    pages:
      <F extends keyof Row<T> = never>({ filters = [], ...shape }: Page<T, F>) =>
      async (
        scope: ScopeOf<T>,
        wish: ListWish & { [C in F]?: Where<T>[C] },
      ): Promise<(Read & { sortKey: string | null })[]> => {
        const rows = matching(
          scope,
          Object.fromEntries(filters.map((column) => [column, wish[column]])) as unknown as Where<T>,
        );
        if (rows === null) return [];
        const page = await selectPage(rows, wish, { table, ...shape });
        return page as unknown as (Read & { sortKey: string | null })[];
      },
  };
}

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
    ...listsOf<T, C>(table, shown),

    /** Adds a row, which belongs to the scope's Project. */
    insert: async (scope: ScopeOf<T>, values: New<T>): Promise<Read> => {
      const query = scope.tx.insertInto(asAny(table)).values(stored({ ...values, ...placeOf(scope) }) as never);
      const added = shown === undefined ? query.returningAll() : query.returning(shown as readonly string[] as ["id"]);
      return (await added.executeTakeFirstOrThrow()) as unknown as Read;
    },

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
  const { find, lock, ...others } = rowsOf<T, C>(table, shown);
  const within = (parentId: string) => ({ [parent]: parentId }) as Within<T>;
  return {
    find: (scope: ScopeOf<T>, parentId: string, id: string) => find(scope, id, within(parentId)),
    lock: (scope: ScopeOf<T>, parentId: string, id: string) => lock(scope, id, within(parentId)),
    ...others,
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
    .set(({ eb }) => ({ ...stored(changes), updatedAt: sharedDate(), revision: eb("revision", "+", 1) }))
    .where("id", "=", id);
  const row = await columnsOf(placeOf(scope))
    .reduce((all, [column, value]) => all.where(column, "=", value), query)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as Row<T>;
}
