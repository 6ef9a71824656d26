import { sql, type RawBuilder } from "kysely";
import { slotOf, valueAt, type Slotted } from "./slots.ts";

/** The thing that a condition or an order refers to. */
export type Field =
  | { kind: "id"; key: RawBuilder<unknown> }
  | { kind: "time"; key: RawBuilder<unknown> }
  /** `key` sorts as `ferrule_sort_key` does; `slot` is the indexed column. */
  | { kind: "data"; path: string; key: RawBuilder<unknown>; slot: string | null };

const columns: Record<string, Field> = {
  id: { kind: "id", key: sql`id` },
  createdAt: { kind: "time", key: sql`created_at` },
  updatedAt: { kind: "time", key: sql`updated_at` },
};

/** The field of a record that a path names: a field of the record itself, or one inside its data. */
export function fieldOf(collection: Slotted, path: string): Field {
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined;
  if (column !== undefined) return column;
  const slot = slotOf(collection, path);
  const key = slot === null ? sql`(ferrule_sort_key(${valueAt(path)}) collate "C")` : sql.raw(slot);
  return { kind: "data", path, key, slot };
}
