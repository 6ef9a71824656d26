import type { Client, QueryArrayResult } from "pg";
import { tooMuch, type ByteMeter } from "../byte-meter.ts";
import type { Bounds, ServerStatement, StatementResult } from "../session.ts";
import { QueryBehind } from "./query-behind.ts";

interface Means {
  client: Client;
  meter: ByteMeter;
  close: () => void;
}

/** More than the answer to one of the platform's own statements. */
const aheadBytes = 40;

/**
 * Runs one statement and gathers its rows as they arrive. Beyond its limits it rejects and closes the connection. `ahead`: statements
 * without values, which run before it in the same round trip.
 */
export function runPostgresQuery(
  { client, meter, close }: Means,
  { text, values }: ServerStatement,
  { maxRows, maxBytes }: Bounds,
  ahead: readonly string[] = [],
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error);
      close();
    };
    meter.begin(maxBytes, fail, ahead.length * aheadBytes);
    const running = new QueryBehind(ahead, text, values);
    const rows: Record<string, unknown>[] = [];
    running.on("row", (row: unknown[], result: QueryArrayResult) => {
      if (rows.length >= maxRows) return fail(tooMuch(`${maxRows} rows`));
      rows.push(Object.fromEntries(row.map((value, at) => [result?.fields[at]?.name ?? String(at), value])));
    });
    running.on("end", (result: QueryArrayResult) => {
      meter.end();
      resolve({ rows, count: result.rowCount ?? rows.length, insertId: null });
    });
    running.on("error", (error: Error) => {
      meter.end();
      reject(error);
    });
    client.query(running as never);
  });
}
