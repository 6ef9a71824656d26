import type { ConnectionTable } from "@ferrule/contract/resources/connection.ts";
import { gatherTables, mostTables, type ColumnRow } from "../gather-tables.ts";
import type { ServerStatement, StatementResult } from "../session.ts";
import { mysqlJsonType } from "./mysql-values.ts";

const text = `
  select c.table_schema as place, c.table_name as table_name, t.table_type as table_kind, c.column_name as column_name,
    c.column_type as column_type, 
    if(version() like '%mariadb%' and c.data_type = 'longtext', 'json', c.data_type) as json_type, c.is_nullable = 'YES' as is_nullable, 1 as is_default
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
  where c.table_schema = database()
  order by c.table_name, c.ordinal_position
  limit ${mostTables * 100}`;

/** The tables and views of the connection's database that its user may see. */
export async function readMysqlTables(
  query: (statement: ServerStatement) => Promise<StatementResult>,
): Promise<{ tables: ConnectionTable[]; truncated: boolean }> {
  const { rows } = await query({ text, values: [] });
  return gatherTables(rows as unknown as ColumnRow[], mysqlJsonType);
}
