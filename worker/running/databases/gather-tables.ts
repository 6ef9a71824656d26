import type { ConnectionTable } from "@ferrule/contract/resources/connection.ts";

/** The most tables of a database, and columns of a table, that we keep. */
export const mostTables = 500;
const mostColumns = 500;

/** A column as the statements of `read-…-tables.ts` return it. The columns of one table come one after another. */
export interface ColumnRow {
  place: string;
  table_name: string;
  table_kind: string;
  column_name: string;
  column_type: string;
  json_type: string;
  is_nullable: boolean | number | string;
  is_default: boolean | number | string;
}

const isTrue = (value: boolean | number | string) => value === true || Number(value) === 1;

/** Groups columns into tables. `jsonTypeOf` returns the TypeScript type of a row's value for a column type. */
export function gatherTables(
  rows: readonly ColumnRow[],
  jsonTypeOf: (type: string) => string,
): { tables: ConnectionTable[]; truncated: boolean } {
  const tables = new Map<string, ConnectionTable>();
  let truncated = false;
  for (const row of rows) {
    const name = (isTrue(row.is_default) ? row.table_name : `${row.place}.${row.table_name}`).slice(0, 200);
    let table = tables.get(name);
    if (table === undefined) {
      if (tables.size >= mostTables) return { tables: [...tables.values()], truncated: true };
      table = { name, kind: row.table_kind.includes("VIEW") ? "view" : "table", columns: [] };
      tables.set(name, table);
    }
    if (table.columns.length >= mostColumns) {
      truncated = true;
      continue;
    }
    const nullable = isTrue(row.is_nullable);
    const jsonType = jsonTypeOf(row.json_type);
    table.columns.push({
      name: row.column_name,
      type: row.column_type.slice(0, 200),
      jsonType: nullable && jsonType !== "unknown" ? `${jsonType} | null` : jsonType,
      nullable,
    });
  }
  return { tables: [...tables.values()], truncated };
}
