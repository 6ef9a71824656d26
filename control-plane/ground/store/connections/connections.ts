// Why: docs/decisions/prepared-statements.md
import { type CompiledQuery, type DatabaseConnection, DefaultQueryExecutor, DummyDriver, Transaction } from "kysely";
import type { Pool, PoolClient } from "pg";
import { dialect } from "../names.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { isStalePlan } from "./stale-plan.ts";
import { runStatement, type Answer, type KnownShapes } from "./statement-query.ts";
import { tracedStatement } from "./statement-span.ts";
import type { Tables } from "../tables.ts";

/** A connection that somebody has borrowed. */
export interface Connection {
  /**
   * Kysely's statements on it. It sends them at once. Statements share a round trip if you await none of them before
   * you send the next.
   */
  tx: Transaction<Tables>;
  /**
   * Runs statements that take no values, and returns the last one's command: `COMMIT`. With `canWait`, the text may
   * leave together with a later statement.
   */
  command: (text: string, canWait?: boolean) => Promise<string | null>;
}

interface Corkable {
  connection?: { stream?: { cork?: () => void; uncork?: () => void } };
}

/**
 * Collects the statements of one turn of the event loop and sends them together, for example a transaction's start with
 * its first statements. A text that can wait leaves with the next statement on the connection, but no later than at the
 * end of the turn.
 */
class Gathering {
  readonly #stream: { cork?: () => void; uncork?: () => void } | undefined;
  #isHeld = false;

  constructor({ connection }: Corkable) {
    this.#stream = connection?.stream;
  }

  begin(canWait: boolean): void {
    if (!this.#isHeld) this.#stream?.cork?.();
    this.#isHeld = true;
    // The next tick comes after everything that is already queued: settled promises, and the statements that they send.
    if (canWait) setImmediate(() => this.#end());
    else process.nextTick(() => this.#end());
  }

  #end(): void {
    if (this.#isHeld) this.#stream?.uncork?.();
    this.#isHeld = false;
  }
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

const toResult = ({ command, rowCount, rows }: Answer) => ({
  rows,
  ...(changing.has(command ?? "") ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
});

const compiler = dialect.createQueryCompiler();
const adapter = dialect.createAdapter();
const driver = new DummyDriver();

/** Kysely on one connection. Kysely by itself sends a statement only after the result of the one before. */
function kyselyOn(connection: DatabaseConnection): Transaction<Tables> {
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(connection) });
  return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor });
}

function openOn(client: PoolClient, statements: PreparedStatements | null): Connection {
  const shapes: KnownShapes = new Map();
  const gathering = new Gathering(client);
  async function run(text: string, values: readonly unknown[], canWait = false): Promise<Answer> {
    gathering.begin(canWait);
    // A text without values may contain several statements, which cannot be prepared.
    const name = values.length === 0 ? undefined : statements?.nameOf(text);
    const asked = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    try {
      return await tracedStatement(text, () => runStatement(client, asked, shapes));
    } catch (error) {
      if (isStalePlan(error)) statements?.renew(text);
      // The connection's stack trace says nothing about the caller, so we capture one here.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
  const tx = kyselyOn({
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      const { rows, ...rest } = toResult(await run(sql, parameters));
      return { ...rest, rows: rows as never[] };
    },
    streamQuery: () => {
      throw new Error("The rows of a statement cannot be streamed.");
    },
  });
  return { tx, command: async (text, canWait) => (await run(text, [], canWait)).command };
}

/** Lends out a connection of the pool for as long as `use` takes. */
export type WithConnection = <T>(use: (connection: Connection) => Promise<T>) => Promise<T>;

/**
 * The pool's connections for Kysely. It prepares frequent statements, so that the server parses them once, and it sends
 * statements of one turn in one write. Before, a list of 50 took thirteen writes, and more time to parse than to run.
 * Behind a pooler it prepares nothing, because the next transaction may get another session, which does not know the
 * statement.
 */
export function lendConnections(pool: Pool, pooled: boolean): WithConnection {
  const statements = pooled ? null : new PreparedStatements();
  const known = new WeakMap<PoolClient, Connection>();
  return async (use) => {
    const client = await pool.connect();
    try {
      const connection = known.get(client) ?? openOn(client, statements);
      known.set(client, connection);
      return await use(connection);
    } finally {
      client.release();
    }
  };
}
