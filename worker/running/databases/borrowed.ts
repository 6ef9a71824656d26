import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { databaseError } from "./database-error.ts";
import type { CancelSignal } from "../../ground/cancellation.ts";
import type { SessionPool } from "./session-pool.ts";
import type { ServerStatement, Session, StatementResult, TransactionOptions } from "./session.ts";

/** Added to the server's own limit, so that the server acts first. */
const graceMs = 500;
/** How long a server may take to end a cancelled statement. */
const cancelMs = 2_000;

/**
 * A session that a call borrowed. Operations run one after another, each with a time limit, and the session is given
 * back once.
 */
export class Borrowed {
  readonly settings: OpenedConnection;
  readonly #session: Session;
  readonly #pool: SessionPool;
  readonly #tenant: string;
  #last: Promise<unknown> = Promise.resolve();
  /** Operations that may still be running on the server. */
  #running = 0;
  #idleSince = performance.now();
  #isGivenBack = false;
  /** A timer for the current operation's time limit. Operations run one after another, so they share it. */
  #late: NodeJS.Timeout | undefined;
  #expire: () => void = () => undefined;

  constructor(session: Session, pool: SessionPool, settings: OpenedConnection, tenant: string) {
    this.#session = session;
    this.#pool = pool;
    this.settings = settings;
    this.#tenant = tenant;
  }

  get server(): string {
    return this.#session.server;
  }

  /** Another call waits for a session. */
  get isWanted(): boolean {
    return this.#pool.isWanted;
  }

  /** How long it has been idle, in milliseconds. */
  get idleMs(): number {
    return this.#running > 0 ? 0 : performance.now() - this.#idleSince;
  }

  query(statement: ServerStatement, signal: CancelSignal): Promise<StatementResult> {
    return this.#inTurn((session) => session.query(statement, this.settings), signal);
  }

  read(statement: ServerStatement, signal: CancelSignal): Promise<StatementResult> {
    return this.#inTurn((session) => session.read(statement, this.settings), signal);
  }

  begin(options: TransactionOptions, signal: CancelSignal): Promise<void> {
    return this.#inTurn((session) => session.begin(options), signal);
  }

  commit(signal: CancelSignal): Promise<void> {
    return this.#inTurn((session) => session.commit(), signal);
  }

  readTables(signal: CancelSignal): ReturnType<Session["readTables"]> {
    return this.#inTurn((session) => session.readTables(), signal);
  }

  /** Ends the call's use of the session and rolls back an open transaction. Nobody waits for the clean-up. */
  giveBack(): void {
    if (this.#isGivenBack) return;
    this.#isGivenBack = true;
    clearTimeout(this.#late);
    unwaited(
      this.#last.then(() => this.#pool.release(this.#session, this.#tenant, this.#running > 0)),
      () => this.#session.close(),
    );
  }

  #inTurn<T>(run: (session: Session) => Promise<T>, signal: CancelSignal): Promise<T> {
    const mine = this.#last.then(() => {
      if (this.#isGivenBack) throw new HostCallError("VALIDATION_ERROR", "The transaction has ended.");
      if (signal.aborted) throw dropped();
      return this.#bounded(run, signal);
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #bounded<T>(run: (session: Session) => Promise<T>, signal: CancelSignal): Promise<T> {
    const { statementTimeoutMs } = this.settings;
    this.#running += 1;
    const result = run(this.#session);
    const done = result.then(
      () => this.#ended(),
      () => this.#ended(),
    );
    const given = Promise.withResolvers<never>();
    this.#expire = () => given.reject(tooLate(statementTimeoutMs));
    this.#late = this.#late?.refresh() ?? setTimeout(() => this.#expire(), statementTimeoutMs + graceMs);
    const gone = () => given.reject(dropped());
    signal.addEventListener("abort", gone);
    try {
      return await Promise.race([result, given.promise]);
    } catch (error) {
      await this.#end(done);
      if (signal.aborted) throw error;
      throw databaseError(error, this.settings);
    } finally {
      signal.removeEventListener("abort", gone);
    }
  }

  #ended(): void {
    this.#running -= 1;
    this.#idleSince = performance.now();
  }

  /** Makes the server end the current statement, as far as possible. */
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

const dropped = () => new DOMException("Nobody waits for the statement.", "AbortError");

const tooLate = (statementTimeoutMs: number) =>
  new HostCallError(
    "LIMIT_EXCEEDED",
    `The statement took longer than the ${statementTimeoutMs} ms that its connection allows.`,
  );
