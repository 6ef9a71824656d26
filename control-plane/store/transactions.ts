import { type Kysely, sql, type Transaction } from "kysely";
import type { Log } from "@ferrule/kit/log.ts";
import { retry } from "./retry.ts";
import type { Tables } from "./tables.ts";

export type InTransaction = <T>(
  /** Begins the transaction and sets its scope. */
  begin: string,
  run: (tx: Transaction<Tables>) => Promise<T>,
  readOnly?: boolean,
) => Promise<T>;

/** Runs statements in transactions, and retries when the database reports a conflict (`retry`). */
export function createTransactions(database: Kysely<Tables>, log: Log): InTransaction {
  const transact = <T>(begin: string, run: (tx: Transaction<Tables>) => Promise<T>, done: (result: T) => void) =>
    database.connection().execute(async (connection) => {
      // Sent without waiting for the begin: if that failed, row-level security would show the first statement nothing.
      const begun = sql.raw(begin).execute(connection);
      begun.catch(() => undefined);
      try {
        const result = await run(connection as unknown as Transaction<Tables>);
        await begun;
        done(result);
        const { rows } = await sql<{ command?: string }>`commit`.execute(connection);
        // A failure that nobody noticed has already rolled everything back.
        if (rows[0]?.command === "ROLLBACK") throw new Error("the transaction had failed before its commit");
        return result;
      } catch (error) {
        await sql`rollback`.execute(connection).catch((cause: unknown) => log.debug({ err: cause }, "rollback failed"));
        throw error;
      }
    });

  return (begin, run, readOnly = false) => {
    if (!readOnly) return retry(() => transact(begin, run, () => undefined));
    // A read-only result is known before the commit, which changes nothing, so nobody waits for it.
    return retry(
      () =>
        new Promise((resolve, reject) => {
          transact(begin, run, resolve).then(resolve, reject);
        }),
    );
  };
}
