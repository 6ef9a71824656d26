import type { Pool, PoolClient, QueryResult } from "pg";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { isStalePlan } from "./stale-plan.ts";

/** A statement that is asked so often is parsed once a connection from then on. */
const often = 20;
/** Each costs every connection that has used it some ten kilobytes in the server. */
const mostPrepared = 100;
/** How many different texts are counted before the count begins anew. */
const mostCounted = 2_000;

/** Which statements are prepared, under which names: the same on all connections. */
class Statements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #made = 0;

  /** The name of a statement that is asked often; undefined for any other one. */
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

  /** The server refuses to use this statement as it was prepared: it gets another name. */
  renew(text: string): void {
    if (this.#names.has(text)) this.#name(text);
  }
}

interface Corkable {
  connection?: { stream?: { cork?: () => void; uncork?: () => void } };
}

/** What is sent in one turn of the event loop leaves in one write: a transaction's beginning with its first statements. */
function gather(client: PoolClient & Corkable): void {
  const stream = client.connection?.stream;
  if (!stream?.cork || !stream.uncork) return;
  stream.cork();
  // After what is already waiting to run: promises that are settled, and what they send.
  process.nextTick(() => stream.uncork?.());
}

function prepareOn(client: PoolClient, statements: Statements): PostgresPoolClient {
  async function query(text: string, values: readonly unknown[]): Promise<QueryResult> {
    gather(client);
    // Without values it may be several statements, of which none can be prepared.
    const name = values.length === 0 ? undefined : statements.nameOf(text);
    try {
      return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    } catch (error) {
      if (isStalePlan(error)) statements.renew(text);
      throw error;
    }
  }
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}

/**
 * The pool as Kysely uses it: statements that are asked often are prepared, so that the server parses them once, and what is
 * sent together leaves together. A list of 50 took thirteen writes, and the server more time to parse than to run.
 */
export function prepareStatements(pool: Pool): PostgresPool {
  const statements = new Statements();
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
