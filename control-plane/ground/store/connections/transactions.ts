import type { Transaction } from "kysely";
import type { Log } from "@ferrule/kit/log.ts";
import type { WithConnection } from "./connections.ts";
import { retry } from "./retry.ts";
import type { Tables } from "../tables.ts";

export type InTransaction = <T>(
  /** Begins the transaction and sets its scope. */
  begin: string,
  run: (tx: Transaction<Tables>) => Promise<T>,
  readOnly?: boolean,
) => Promise<T>;

/** Runs statements in transactions, and retries when the database reports a conflict (`retry`). */
export function createTransactions(withConnection: WithConnection, log: Log): InTransaction {
  const transact = <T>(begin: string, run: (tx: Transaction<Tables>) => Promise<T>, readOnly: boolean) =>
    withConnection(async ({ tx, command }) => {
      const begun = command(begin);
      begun.catch(() => undefined);
      try {
        // Reads do not wait for the begin: if it failed, row-level security would show them nothing. A change must
        // wait, because otherwise it could happen outside of a transaction.
        if (!readOnly) await begun;
        const result = await run(tx);
        await begun;
        const committed = command("commit", readOnly);
        if (readOnly) {
          // A read's commit changes nothing, so nobody waits for it. The connection's next statement comes after it.
          committed.catch((cause: unknown) => log.debug({ err: cause }, "a read-only commit failed"));
          return result;
        }
        // Somebody caught a statement's error, but PostgreSQL has already rolled everything back.
        if ((await committed) === "ROLLBACK") throw new Error("the transaction had failed before its commit");
        return result;
      } catch (error) {
        await command("rollback").catch((cause: unknown) => log.debug({ err: cause }, "rollback failed"));
        throw error;
      }
    });

  return (begin, run, readOnly = false) => retry(() => transact(begin, run, readOnly));
}
