// Why: docs/decisions/records-in-one-table.md
import { mostIndexedBytes, mostIndexes, mostUniqueKeys } from "@ferrule/contract/resources/data-collection.ts";
import { sql, type RawBuilder } from "kysely";
import type { Issue } from "../../../ground/handler/validation-issues.ts";

/** The indexes and keys that decide which columns of a record repeat values of its data. */
export interface Slotted {
  indexes: readonly string[];
  uniqueKeys: readonly (readonly string[])[];
}

/** A place inside `data`. */
export const valueAt = (path: string): RawBuilder<unknown> => sql`data #> string_to_array(${path}, '.')`;

/** The column that repeats this field for an index; null when the field has no index. */
export function slotOf({ indexes }: Slotted, path: string): string | null {
  const at = indexes.indexOf(path);
  return at === -1 ? null : `key_${at + 1}`;
}

/** The columns for a collection's indexes and keys, and the expressions that fill them from a column `data`. */
export function slotsOf({ indexes, uniqueKeys }: Slotted): { columns: string[]; values: RawBuilder<unknown>[] } {
  return {
    columns: [...indexes.map((_, at) => `key_${at + 1}`), ...uniqueKeys.map((_, at) => `unique_${at + 1}`)],
    values: [
      ...indexes.map((path) => sql`ferrule_sort_key(${valueAt(path)})`),
      ...uniqueKeys.map((paths) => sql`ferrule_unique_key(data, ${JSON.stringify(paths)}::text::jsonb)`),
    ],
  };
}

/** Every such column, with null for those that a collection does not use. */
export function allSlots(collection: Slotted): { columns: string[]; values: RawBuilder<unknown>[] } {
  const used = slotsOf(collection);
  const names = [
    ...Array.from({ length: mostIndexes }, (_, at) => `key_${at + 1}`),
    ...Array.from({ length: mostUniqueKeys }, (_, at) => `unique_${at + 1}`),
  ];
  return { columns: names, values: names.map((name) => used.values[used.columns.indexOf(name)] ?? sql`null`) };
}

const held = (at: unknown, key: string): unknown =>
  typeof at === "object" && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;

/** The value at a path of the data; undefined when there is none. */
export const valueIn = (data: unknown, path: string): unknown => path.split(".").reduce<unknown>(held, data);

/** Values that an index cannot hold: anything but a scalar, and long texts. */
export function indexIssues({ indexes }: Slotted, data: unknown): Issue[] {
  return indexes.flatMap((path) => {
    const value = valueIn(data, path);
    if (typeof value === "object" && value !== null) {
      return [{ path: `data.${path}`, message: "must be a single value, because the field has an index" }];
    }
    if (typeof value !== "string" || Buffer.byteLength(value) <= mostIndexedBytes) return [];
    const message = `must be at most ${mostIndexedBytes} bytes, because the field has an index`;
    return [{ path: `data.${path}`, message }];
  });
}
