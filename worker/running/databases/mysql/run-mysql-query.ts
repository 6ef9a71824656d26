import type { Connection, ResultSetHeader } from "mysql2";
import { tooMuch, type ByteMeter } from "../byte-meter.ts";
import type { Bounds, ServerStatement, StatementResult } from "../session.ts";
import { mysqlValue, type MysqlColumn } from "./mysql-values.ts";

export interface Means {
  connection: Connection;
  meter: ByteMeter;
  close: () => void;
  /** Called with the flags of the server's status after a statement without rows. */
  status: (flags: number) => void;
}

const rowOf = (row: readonly unknown[], columns: readonly MysqlColumn[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column, at) => [column.name, mysqlValue(row[at], column)]));

/** Runs one statement and gathers its rows as they arrive. Beyond its limits, it rejects and closes the connection. */
export function runMysqlQuery(
  { connection, meter, close, status }: Means,
  { text, values }: ServerStatement,
  { maxRows, maxBytes }: Bounds,
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const result: StatementResult = { rows: [], count: 0, insertId: null };
    let columns: MysqlColumn[] = [];
    let failed: Error | undefined;
    const fail = (error: Error) => {
      failed = error;
      reject(error);
      close();
    };
    meter.begin(maxBytes, fail);
    // It is prepared on the server, so values never become part of the text, and a text holds only one statement.
    const running = connection.execute({ sql: text, values, rowsAsArray: true });
    running.on("fields", (fields: MysqlColumn[] | undefined) => (columns = fields ?? []));
    running.on("result", (row: unknown[] | ResultSetHeader) => {
      if (failed !== undefined) return;
      if (!Array.isArray(row)) {
        result.count = row.affectedRows;
        // A procedure has several results; the status of the last one counts.
        status(row.serverStatus);
        result.insertId = row.insertId === 0 ? null : row.insertId;
      } else if (result.rows.length >= maxRows) fail(tooMuch(`${maxRows} rows`));
      else result.rows.push(rowOf(row, columns));
    });
    running.on("error", (error: Error) => {
      failed = error;
      meter.end();
      reject(error);
    });
    running.on("end", () => {
      if (failed !== undefined) return;
      meter.end();
      resolve(result.rows.length > 0 ? { ...result, count: result.rows.length } : result);
    });
  });
}
