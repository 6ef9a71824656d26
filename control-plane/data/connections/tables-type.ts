import type { ConnectionTable } from "@ferrule/contract/resources/connection.ts";

/**
 * The rows of tables as TypeScript: `{ "users": { "id": string; "name": string | null } }`. Names are always quoted.
 */
export function tablesType(tables: readonly ConnectionTable[]): string {
  const rows = tables.map(({ name, columns }) => {
    const fields = columns.map((column) => `${JSON.stringify(column.name)}: ${column.jsonType}`);
    return `${JSON.stringify(name)}: { ${fields.join("; ")} }`;
  });
  return `{ ${rows.join("; ")} }`;
}
