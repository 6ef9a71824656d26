import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { databaseError } from "./database-error.ts";
import type { SessionPool } from "./session-pool.ts";
import type { ServerStatement, Session, StatementResult, TransactionOptions } from "./session.ts";

/** Beyond the server's own limit, which is to come first. */
const graceMs = 500;
/** How long a server may take to end a statement that was cancelled. */
const cancelMs = 2_000;

/** A session that a call has borrowed: its operations one after another, each bounded in time, and given back once. */
export class Borrowed {
  readonly settings: OpenedConnection;
  readonly #session: Session;
  readonly #pool: SessionPool;
  readonly #tenant: string;
  #last: Promise<unknown> = Promise.resolve();
  /** What the server may still be doing. */
  #running = 0;
  #isGivenBack = false;

  constructor(session: Session, pool: SessionPool, settings: OpenedConnection, tenant: string) {
    this.#session = session;
    this.#pool = pool;
    this.settings = settings;
    this.#tenant = tenant;
  }

  get server(): string {
    return this.#session.server;
  }

  /** Somebody else waits for a session. */
  get isWanted(): boolean {
    return this.#pool.isWanted;
  }

  query(statement: ServerStatement, signal: AbortSignal): Promise<StatementResult> {
    return this.#inTurn((session) => session.query(statement, this.settings), signal);
  }

  begin(options: TransactionOptions, signal: AbortSignal): Promise<void> {
    return this.#inTurn((session) => session.begin(options), signal);
  }

  commit(signal: AbortSignal): Promise<void> {
    return this.#inTurn((session) => session.commit(), signal);
  }

  readTables(signal: AbortSignal): ReturnType<Session["readTables"]> {
    return this.#inTurn((session) => session.readTables(), signal);
  }

  /** The call has no more use for it: what is open is rolled back. Nobody waits for the cleaning. */
  giveBack(): void {
    if (this.#isGivenBack) return;
    this.#isGivenBack = true;
    unwaited(
      this.#last.then(() => this.#pool.release(this.#session, this.#tenant, this.#running > 0)),
      () => this.#session.close(),
    );
  }

  #inTurn<T>(run: (session: Session) => Promise<T>, signal: AbortSignal): Promise<T> {
    const mine = this.#last.then(() => {
      if (this.#isGivenBack) throw new HostCallError("VALIDATION_ERROR", "The transaction has ended.");
      signal.throwIfAborted();
      return this.#bounded(run, signal);
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #bounded<T>(run: (session: Session) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { statementTimeoutMs } = this.settings;
    this.#running += 1;
    const result = run(this.#session);
    const done = result.then(
      () => (this.#running -= 1),
      () => (this.#running -= 1),
    );
    const given = Promise.withResolvers<never>();
    const late = setTimeout(() => given.reject(tooLate(statementTimeoutMs)), statementTimeoutMs + graceMs);
    const gone = () => given.reject(signal.reason as Error);
    signal.addEventListener("abort", gone, { once: true });
    try {
      return await Promise.race([result, given.promise]);
    } catch (error) {
      await this.#end(done);
      if (signal.aborted) throw error;
      throw databaseError(error, statementTimeoutMs);
    } finally {
      clearTimeout(late);
      signal.removeEventListener("abort", gone);
    }
  }

  /** Sees to it that the server has ended what it was asked, as far as that can be known. */
  async #end(done: Promise<unknown>): Promise<void> {
    if (this.#running === 0 || this.#session.isClosed) return;
    const late = new Promise((resolve) => setTimeout(resolve, cancelMs).unref());
    await Promise.race([
      this.#session
        .cancel()
        .catch(() => undefined)
        .then(() => done),
      late,
    ]);
  }
}

const tooLate = (statementTimeoutMs: number) =>
  new HostCallError(
    "LIMIT_EXCEEDED",
    `The statement took longer than the ${statementTimeoutMs} ms that its connection allows.`,
  );
