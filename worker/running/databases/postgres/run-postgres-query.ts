import { Query, type Client, type QueryArrayConfig } from "pg";
import { tooMuch, type ByteMeter } from "../byte-meter.ts";
import type { Bounds, ServerStatement, StatementResult } from "../session.ts";

interface Means {
  client: Client;
  meter: ByteMeter;
  close: () => void;
}

/** Runs one statement and gathers its rows as they arrive. Beyond its limits it rejects and closes the connection. */
export function runPostgresQuery(
  { client, meter, close }: Means,
  { text, values }: ServerStatement,
  { maxRows, maxBytes }: Bounds,
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error);
      close();
    };
    meter.begin(maxBytes, fail);
    // `extended`, because the simple protocol accepts several statements in one text.
    const config = { text, values, rowMode: "array", queryMode: "extended" };
    const running = new Query(config as QueryArrayConfig);
    const rows: Record<string, unknown>[] = [];
    running.on("row", (row: unknown[], result) => {
      if (rows.length >= maxRows) return fail(tooMuch(`${maxRows} rows`));
      rows.push(Object.fromEntries(row.map((value, at) => [result?.fields[at]?.name ?? String(at), value])));
    });
    running.on("end", (result) => {
      meter.end();
      resolve({ rows, count: result.rowCount ?? rows.length, insertId: null });
    });
    running.on("error", (error) => {
      meter.end();
      reject(error);
    });
    client.query(running);
  });
}
