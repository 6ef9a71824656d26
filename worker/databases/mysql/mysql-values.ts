import mysql from "mysql2";

const { Types } = mysql;

/** What is needed of a column as the server describes it. */
export interface MysqlColumn {
  name: string;
  columnType?: number | undefined;
}

/** In UTC, as the session is, and as text: `2026-01-02 03:04:05` is `2026-01-02T03:04:05`, and of a TIMESTAMP with `Z`. */
function instant(value: string, type: number | undefined): string {
  return value.replace(" ", "T") + (type === Types.TIMESTAMP ? "Z" : "");
}

const times = new Set<number | undefined>([Types.TIMESTAMP, Types.DATETIME]);

/** A value that the driver has read, as JSON can carry it; see docs/databases.md for the table. */
export function mysqlValue(value: unknown, { columnType }: MysqlColumn): unknown {
  if (value === undefined) return null;
  if (Buffer.isBuffer(value)) return value.toString("base64");
  if (typeof value === "string" && times.has(columnType)) return instant(value, columnType);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

const numbers = /^(?:tinyint|smallint|mediumint|int|year|float|double)\b/;

/** What a row has for a column of this type (`information_schema.columns.data_type`), as TypeScript. */
export function mysqlJsonType(type: string): string {
  if (numbers.test(type)) return "number";
  return type === "json" ? "unknown" : "string";
}
