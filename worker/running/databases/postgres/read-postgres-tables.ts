import type { ConnectionTable } from "@ferrule/contract/resources/connection.ts";
import { gatherTables, mostTables, type ColumnRow } from "../gather-tables.ts";
import type { ServerStatement, StatementResult } from "../session.ts";
import { postgresJsonType } from "./postgres-values.ts";

const text = `
  select c.table_schema as place, c.table_name as table_name, t.table_type as table_kind, c.column_name as column_name,
    case when c.data_type = 'ARRAY' then substr(c.udt_name, 2) || '[]'
      when c.data_type = 'USER-DEFINED' then c.udt_name
      when c.character_maximum_length is not null then c.data_type || '(' || c.character_maximum_length || ')'
      else c.data_type end as column_type,
    c.udt_name as json_type, c.is_nullable = 'YES' as is_nullable, c.table_schema = current_schema() as is_default
  from information_schema.columns c
  join information_schema.tables t using (table_catalog, table_schema, table_name)
  where c.table_schema not in ('pg_catalog', 'information_schema')
    and (c.table_schema, c.table_name) in (
      select table_schema, table_name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema')
      order by table_schema <> current_schema(), table_schema, table_name limit ${mostTables + 1})
  order by c.table_schema <> current_schema(), c.table_schema, c.table_name, c.ordinal_position
  limit 50000`;

/** The tables and views that the connection's user may see; those in the default schema come first. */
export async function readPostgresTables(
  query: (statement: ServerStatement) => Promise<StatementResult>,
): Promise<{ tables: ConnectionTable[]; truncated: boolean }> {
  const { rows } = await query({ text, values: [] });
  return gatherTables(rows as unknown as ColumnRow[], postgresJsonType);
}
