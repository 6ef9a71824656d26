import type { Client } from "pg";
import type { ByteMeter } from "../byte-meter.ts";
import type { Bounds, ServerStatement, StatementResult } from "../session.ts";
import { PostgresQuery } from "./postgres-query.ts";

interface Means {
  client: Client;
  meter: ByteMeter;
  close: () => void;
}

/** More than the response to one of the platform's own statements. */
const aheadBytes = 40;

/**
 * Runs one statement and gathers its rows as they arrive. Beyond its limits, it rejects and closes the connection.
 * `ahead`: statements without values that run before it in the same round trip.
 */
export function runPostgresQuery(
  { client, meter, close }: Means,
  statement: ServerStatement,
  { maxRows, maxBytes }: Bounds,
  ahead: readonly string[] = [],
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const tooMuch = (error: Error) => {
      reject(error);
      close();
    };
    meter.begin(maxBytes, tooMuch, ahead.length * aheadBytes);
    const done = (result: StatementResult) => {
      meter.end();
      resolve(result);
    };
    const failed = (error: Error) => {
      meter.end();
      reject(error);
    };
    const running = new PostgresQuery(ahead, statement, { maxRows }, { done, failed, tooMuch });
    client.query(running as never);
  });
}
