// Why: docs/decisions/one-round-trip-for-a-statement.md
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { TransactionOptions } from "../session.ts";

/** Runs one of the platform's own statements. */
export type Tell = (sql: string) => Promise<void>;

/**
 * A read-only transaction that we begin before its statement arrives. Nothing has run in it, so it holds neither locks
 * nor a snapshot. We do not send both together, because a pooler may refuse a command before it has answered the last
 * one.
 */
export class ReadAhead {
  readonly #tell: Tell;
  #begun: Promise<void> | undefined;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Begins one for the next statement. */
  begin(): Promise<void> {
    this.#begun = this.#tell("start transaction read only");
    return this.#begun;
  }

  /** Begins one after the current statement. If the server refuses, the next statement fails. */
  beginUnwaited(): void {
    unwaited(this.begin(), () => undefined);
  }

  /** Hands over the one that has begun, if any. Rejects if the server has refused it. */
  async take(): Promise<boolean> {
    const begun = this.#begun;
    this.#begun = undefined;
    await begun;
    return begun !== undefined;
  }

  /** Begins one if necessary, and hands it over. */
  async ensure(): Promise<void> {
    if (await this.take()) return;
    await this.begin();
    this.#begun = undefined;
  }

  /** Call it after a reset of the session. */
  forget(): void {
    this.#begun = undefined;
  }
}

/** Begins a transaction of several statements. It uses the one that was begun in advance, if that is suitable. */
export async function beginMysql(
  tell: Tell,
  ahead: ReadAhead,
  { readOnly, isolation }: TransactionOptions,
): Promise<void> {
  const isBegun = await ahead.take();
  if (isBegun && readOnly && isolation === undefined) return;
  // An isolation level applies to the next transaction, and the server refuses it inside one.
  if (isBegun) await tell("rollback");
  if (isolation !== undefined) await tell(`set transaction isolation level ${isolation}`);
  await tell(`start transaction ${readOnly ? "read only" : "read write"}`);
}
