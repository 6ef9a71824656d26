import type { Pool, PoolClient, QueryResult } from "pg";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { tracedStatement } from "./statement-span.ts";
import { isStalePlan } from "./stale-plan.ts";

/** A statement used this often is prepared, so that each connection parses it once from then on. */
const often = 20;
/** Each prepared statement costs the server some ten kilobytes for every connection that has used it. */
const mostPrepared = 100;
/** How many different texts are counted before counting starts over. */
const mostCounted = 2_000;

/** Which statements are prepared, and their names, which are the same on all connections. */
class Statements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #made = 0;

  /** The name of a frequent statement; undefined for any other. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostPrepared) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < often) {
      if (this.#uses.size >= mostCounted) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    return this.#name(text);
  }

  #name(text: string): string {
    this.#made += 1;
    const name = `often_${this.#made}`;
    this.#names.set(text, name);
    return name;
  }

  /** The server refuses this prepared statement, so it gets a new name. */
  renew(text: string): void {
    if (this.#names.has(text)) this.#name(text);
  }
}

interface Corkable {
  connection?: { stream?: { cork?: () => void; uncork?: () => void } };
}

/** Sends what one turn of the event loop produces in one write: a transaction's start with its first statements. */
function gather(client: PoolClient & Corkable): void {
  const stream = client.connection?.stream;
  if (!stream?.cork || !stream.uncork) return;
  stream.cork();
  // Runs after what is already queued: settled promises, and what they send.
  process.nextTick(() => stream.uncork?.());
}

function prepareOn(client: PoolClient, statements: Statements | null): PostgresPoolClient {
  async function query(text: string, values: readonly unknown[]): Promise<QueryResult> {
    gather(client);
    // A text without values may contain several statements, which cannot be prepared.
    const name = values.length === 0 ? undefined : statements?.nameOf(text);
    try {
      const asked = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      return await tracedStatement(text, () => client.query(asked));
    } catch (error) {
      if (isStalePlan(error)) statements?.renew(text);
      throw error;
    }
  }
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}

/**
 * The pool for Kysely. Frequent statements are prepared, so that the server parses them once, and statements sent
 * together leave in one write. A list of 50 used to take thirteen writes, and more time to parse than to run.
 * Behind a pooler nothing is prepared, because the session that has prepared it may be another transaction's next.
 */
export function prepareStatements(pool: Pool, pooled: boolean): PostgresPool {
  const statements = pooled ? null : new Statements();
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const prepared = known.get(client) ?? prepareOn(client, statements);
      known.set(client, prepared);
      return prepared;
    },
  };
}
