import { z } from "zod";
import type { Borrowed } from "../../databases/borrowed.ts";
import type { Databases } from "../../databases/databases.ts";
import { requireNoImplicitCommit, requirePlainStatement } from "../../databases/require-plain-statement.ts";
import { serverStatement, statement } from "../../databases/statement.ts";
import type { CancelSignal } from "../../../ground/cancellation.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { type HostCall, type HostCallContext } from "./host-call.ts";

/** Concurrent transactions of one call. */
const mostTransactions = 16;
/** How long we keep a session for its call's next statement, unless another call waits for one. */
const keptMs = 5;
/**
 * How long a transaction may idle after the client of its call has left. The second number is how often we look.
 */
const abandonedMs = 10_000;
const lookMs = 1_000;

const onConnection = { connection: z.string().max(63).nullable() };
const queried = z.strictObject({ ...onConnection, ...statement.shape, transaction: z.number().int().optional() });
const begun = z.strictObject({
  ...onConnection,
  readOnly: z.boolean().optional(),
  isolation: z.enum(["read committed", "repeatable read", "serializable"]).optional(),
});
const ended = z.strictObject({ transaction: z.number().int() });

const invalid = (message: string) => new HostCallError("VALIDATION_ERROR", message);

function read<T>(shape: z.ZodType<T>, argument: unknown): T {
  const given = shape.safeParse(argument);
  if (given.success) return given.data;
  throw invalid("ctx.sql was given an invalid statement or value.");
}

/** The connection to use: the named one, or the call's only one. */
function grantedName({ invocation }: HostCallContext, given: string | null): string {
  const { connections = [] } = invocation.grant;
  const [only] = connections;
  if (given === null && only !== undefined && connections.length === 1) return only;
  if (given !== null && connections.includes(given)) return given;
  if (given === null && connections.length > 1) {
    throw invalid(`This call was granted several connections: say which, as in ctx.sql("${only}")\`select …\`.`);
  }
  const what = given === null ? "a connection to a database" : `the connection ${given}`;
  const message = `This call was not granted ${what}: the Function must declare it and the policy allow it.`;
  throw new HostCallError("NOT_GRANTED", message);
}

interface OpenTransaction {
  borrowed: Borrowed;
  connection: string;
}

/** A kept session, unless it was taken again, and the timer that gives it back. */
interface Kept {
  borrowed: Borrowed | undefined;
  late: NodeJS.Timeout;
}

/** The transactions of one call. When the call ends in any way, uncommitted ones are rolled back. */
interface CallTransactions {
  open: Map<number, OpenTransaction>;
  /** The next id. It is never reused within a call. */
  next: number;
  /** Sessions that have just run a statement, by connection. Cleaning one takes longer than most statements. */
  kept: Map<string, Kept>;
  /** Transactions that were rolled back, because they were idle and nobody waited for them. */
  abandoned: Set<number>;
  isWatched: boolean;
}

type Transactions = (ended: AbortSignal) => CallTransactions;

function createTransactions(): Transactions {
  const ofCalls = new WeakMap<AbortSignal, CallTransactions>();
  return (ended) => {
    const known = ofCalls.get(ended);
    if (known !== undefined) return known;
    const made: CallTransactions = {
      open: new Map(),
      next: 1,
      kept: new Map(),
      abandoned: new Set(),
      isWatched: false,
    };
    ofCalls.set(ended, made);
    ended.addEventListener("abort", () => {
      for (const { borrowed } of made.open.values()) borrowed.giveBack();
      made.open.clear();
      for (const { borrowed, late } of made.kept.values()) {
        clearTimeout(late);
        borrowed?.giveBack();
      }
      made.kept.clear();
    });
    return made;
  };
}

function find({ open, abandoned }: CallTransactions, id: number): OpenTransaction {
  const found = open.get(id);
  if (found !== undefined) return found;
  if (!abandoned.has(id)) throw invalid("The transaction has ended.");
  const message = `The transaction was rolled back: the client had left, and no statement ran in it for ${abandonedMs / 1_000} s.`;
  throw new HostCallError("UNAVAILABLE", message);
}

/**
 * Once the client of a continuing call has left, rolls back its idle transactions: they hold locks, and the client may
 * be trying again (docs/databases.md, Transactions).
 */
function watchAbandoned(mine: CallTransactions, clientLeft: CancelSignal | undefined, callEnded: AbortSignal): void {
  if (mine.isWatched || clientLeft === undefined) return;
  mine.isWatched = true;
  const look = () => {
    for (const [id, { borrowed }] of mine.open) {
      if (borrowed.idleMs < abandonedMs) continue;
      mine.open.delete(id);
      mine.abandoned.add(id);
      borrowed.giveBack();
    }
  };
  const begin = () => {
    if (callEnded.aborted) return;
    const looking = setInterval(look, lookMs);
    callEnded.addEventListener("abort", () => clearInterval(looking));
  };
  if (clientLeft.aborted) begin();
  else clientLeft.addEventListener("abort", begin);
}

/** The session kept for the call's next statement, if any. */
function takeKept({ kept }: CallTransactions, name: string): Borrowed | undefined {
  const found = kept.get(name);
  const borrowed = found?.borrowed;
  if (found !== undefined) found.borrowed = undefined;
  return borrowed;
}

/** Keeps a session for a moment, for the call's next statement. */
function keep({ kept }: CallTransactions, name: string, borrowed: Borrowed, ended: AbortSignal): void {
  const known = kept.get(name);
  if (ended.aborted || known?.borrowed !== undefined || borrowed.isWanted) return borrowed.giveBack();
  if (known !== undefined) {
    known.borrowed = borrowed;
    known.late.refresh();
    return;
  }
  const giveBack = () => {
    made.borrowed?.giveBack();
    made.borrowed = undefined;
  };
  const made: Kept = { borrowed, late: setTimeout(giveBack, keptMs) };
  kept.set(name, made);
}

function borrow(databases: Databases, context: HostCallContext, name: string): Promise<Borrowed> {
  const { projectId, environment, deploymentId, tenantId } = context.invocation;
  return databases.borrow({ projectId, environment, name, deploymentId, tenantId }, context.signal);
}

const query =
  (databases: Databases, transactions: Transactions): HostCall =>
  async (argument, _bytes, context) => {
    const { connection, transaction, ...given } = read(queried, argument);
    const { ended } = context;
    const mine = transactions(ended);
    const open = transaction === undefined ? undefined : find(mine, transaction);
    const name = open?.connection ?? grantedName(context, connection);
    const borrowed = open?.borrowed ?? takeKept(mine, name) ?? (await borrow(databases, context, name));
    try {
      const { kind, readOnly } = borrowed.settings;
      const asked = serverStatement(given, kind);
      const note = { connection: name, statement: asked.text.trim(), rows: null };
      context.noteStatement(note);
      requirePlainStatement(asked.text, kind, readOnly);
      if (open !== undefined && kind === "mysql") requireNoImplicitCommit(asked.text);
      if (!readOnly) context.touch();
      const isAlone = readOnly && open === undefined;
      const result = await (isAlone ? borrowed.read(asked, context.dropped) : borrowed.query(asked, context.dropped));
      context.noteStatement({ ...note, rows: result.count });
      if (open === undefined) keep(mine, name, borrowed, ended);
      return { value: result };
    } catch (error) {
      if (open === undefined) borrowed.giveBack();
      throw error;
    }
  };

const begin =
  (databases: Databases, transactions: Transactions): HostCall =>
  async (argument, _bytes, context) => {
    const { connection, isolation, readOnly = false } = read(begun, argument);
    const name = grantedName(context, connection);
    // We read it only once, because a context creates another signal after its call has ended.
    const { ended: callEnded } = context;
    const mine = transactions(callEnded);
    if (mine.open.size >= mostTransactions) {
      throw new HostCallError("LIMIT_EXCEEDED", `A call may have ${mostTransactions} transactions open at once.`);
    }
    const borrowed = await borrow(databases, context, name);
    try {
      await borrowed.begin({ readOnly: readOnly || borrowed.settings.readOnly, isolation }, context.dropped);
      callEnded.throwIfAborted();
    } catch (error) {
      borrowed.giveBack();
      throw error;
    }
    const id = mine.next++;
    mine.open.set(id, { borrowed, connection: name });
    watchAbandoned(mine, context.invocation.clientLeft, callEnded);
    return { value: id };
  };

const end =
  (transactions: Transactions, isCommit: boolean): HostCall =>
  async (argument, _bytes, context) => {
    const { transaction } = read(ended, argument);
    const mine = transactions(context.ended);
    const { borrowed } = find(mine, transaction);
    mine.open.delete(transaction);
    try {
      if (isCommit) await borrowed.commit(context.dropped);
    } finally {
      borrowed.giveBack();
    }
    return {};
  };

/**
 * `ctx.sql`: statements to the databases that the call may use, for the call's environment. The URL and the session
 * never leave the worker. A session is cleaned before the next call gets it.
 */
export function createSqlCalls(databases: Databases): Record<string, HostCall> {
  const transactions = createTransactions();
  return {
    "sql.query": query(databases, transactions),
    "sql.begin": begin(databases, transactions),
    "sql.commit": end(transactions, true),
    "sql.rollback": end(transactions, false),
  };
}
