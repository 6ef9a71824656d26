// Why: docs/decisions/one-round-trip-for-a-statement.md
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { TransactionOptions } from "../session.ts";

/** Runs one of the platform's own statements. */
export type Tell = (sql: string) => Promise<void>;

/**
 * A read-only transaction that we begin before its statement comes. Nothing has run in it, so it holds no locks and no
 * snapshot. We do not send it together with the statement, because a pooler may refuse a command before the answer to
 * the last one.
 */
export class ReadAhead {
  readonly #tell: Tell;
  #begun: Promise<void> | undefined;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Begins one for the next taker. */
  begin(): Promise<void> {
    this.#begun = this.#tell("start transaction read only");
    return this.#begun;
  }

  /** Begins one after the current statement. If the server refuses, the next taker learns of it. */
  beginUnwaited(): void {
    unwaited(this.begin(), () => undefined);
  }

  /** Hands over the one that was begun, if any. Rejects if the server has refused it. */
  async take(): Promise<boolean> {
    const begun = this.#begun;
    this.#begun = undefined;
    await begun;
    return begun !== undefined;
  }

  /** Begins one, unless it has begun, and hands it over. */
  async ensure(): Promise<void> {
    if (await this.take()) return;
    await this.begin();
    this.#begun = undefined;
  }

  /** Call it when the session was reset. */
  forget(): void {
    this.#begun = undefined;
  }
}

/** Begins a transaction of several statements. It uses the one that was begun in advance, if that fits. */
export async function beginMysql(
  tell: Tell,
  ahead: ReadAhead,
  { readOnly, isolation }: TransactionOptions,
): Promise<void> {
  const isBegun = await ahead.take();
  if (isBegun && readOnly && isolation === undefined) return;
  // An isolation level applies to the next transaction, and is refused inside one.
  if (isBegun) await tell("rollback");
  if (isolation !== undefined) await tell(`set transaction isolation level ${isolation}`);
  await tell(`start transaction ${readOnly ? "read only" : "read write"}`);
}
