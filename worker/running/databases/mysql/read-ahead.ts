// Why: docs/decisions/one-round-trip-for-a-statement.md
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { TransactionOptions } from "../session.ts";

/** Runs one of the platform's own statements. */
export type Tell = (sql: string) => Promise<void>;

/**
 * A read-only transaction that is begun before the statement comes that will run in it. Nothing has run in it, so it holds no locks and no
 * snapshot. It could travel with the statement in one write, but poolers need not take a command before the last one is answered.
 */
export class ReadAhead {
  readonly #tell: Tell;
  #begun: Promise<void> | undefined;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Begins one for whoever takes it. */
  begin(): Promise<void> {
    this.#begun = this.#tell("start transaction read only");
    return this.#begun;
  }

  /** Begins one behind what runs now. Whoever takes it hears of a refusal. */
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

  /** Begins one and hands it over, unless it is there. */
  async ensure(): Promise<void> {
    if (await this.take()) return;
    await this.begin();
    this.#begun = undefined;
  }

  /** The session was reset. */
  forget(): void {
    this.#begun = undefined;
  }
}

/** Begins a transaction of several statements. The one that was begun ahead is it, if it may be. */
export async function beginMysql(
  tell: Tell,
  ahead: ReadAhead,
  { readOnly, isolation }: TransactionOptions,
): Promise<void> {
  const isBegun = await ahead.take();
  if (isBegun && readOnly && isolation === undefined) return;
  // An isolation is for the next transaction, and refused inside of one.
  if (isBegun) await tell("rollback");
  if (isolation !== undefined) await tell(`set transaction isolation level ${isolation}`);
  await tell(`start transaction ${readOnly ? "read only" : "read write"}`);
}
