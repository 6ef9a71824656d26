import mysql from "mysql2";
import { jsonValue } from "../json-value.ts";

const { Types } = mysql;

/** The parts of the server's column description that we need. */
export interface MysqlColumn {
  name: string;
  columnType?: number | undefined;
  /** MariaDB sends a value of `json` as a long text, and marks it here. */
  extendedFormat?: string | undefined;
}

/** In UTC, like the session, as text: `2026-01-02 03:04:05` becomes `2026-01-02T03:04:05`; a TIMESTAMP gets `Z`. */
function instant(value: string, type: number | undefined): string {
  return value.replace(" ", "T") + (type === Types.TIMESTAMP ? "Z" : "");
}

const times = new Set<number | undefined>([Types.TIMESTAMP, Types.DATETIME]);

/** Converts a value from the driver into one that JSON can carry. See the table in docs/databases.md. */
export function mysqlValue(value: unknown, { columnType, extendedFormat }: MysqlColumn): unknown {
  if (value === undefined) return null;
  if (Buffer.isBuffer(value)) return value.toString("base64");
  if (typeof value === "string" && (columnType === Types.JSON || extendedFormat === "json")) return jsonValue(value);
  if (typeof value === "string" && times.has(columnType)) return instant(value, columnType);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

const numbers = /^(?:tinyint|smallint|mediumint|int|year|float|double)\b/;

/** The TypeScript type of a row's value for a column type (`information_schema.columns.data_type`). */
export function mysqlJsonType(type: string): string {
  if (numbers.test(type)) return "number";
  return type === "json" ? "unknown" : "string";
}
