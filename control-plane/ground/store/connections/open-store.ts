import type { Socket } from "node:net";
import { isExpression, Kysely, sql } from "kysely";
import { escapeLiteral, Pool, types, type QueryResultRow } from "pg";
import type { Log } from "@ferrule/kit/log.ts";
import { dialect } from "../names.ts";
import { lendConnections } from "./connections.ts";
import { readerOf } from "./read-value.ts";
import { retry } from "./retry.ts";
import type { DatabaseRoles, InstallationScope, ProjectScope } from "../scope.ts";
import { tracedStatement } from "./statement-span.ts";
import type { Store } from "../store.ts";
import type { Tables } from "../tables.ts";
import { createTransactions } from "./transactions.ts";

export interface StoreOptions {
  databaseUrl: string;
  /** The role to work as, see `runtimeRole`; null for the role in the URL. */
  role: string | null;
  /** See `recordsRole`; unset or null: statements about records use the role above. */
  recordsRole?: string | null;
  /** Whether the URL leads to a pooler in transaction mode, where a session's settings and prepared statements do not last. */
  pooled?: boolean;
  log: Log;
  /** The maximum number of connections. */
  connections?: number;
  statementTimeoutMs?: number;
}

/** A Store that can be closed and pinged. */
export interface OpenStore extends Store, AsyncDisposable {
  ping: () => Promise<void>;
}

const usualTimeoutMs = 30_000;

/** How much longer a connection may be silent than its longest statement may take. */
const silenceMs = 5_000;

/**
 * How long we keep an unused connection. It costs the server up to 10 MB, and a new one both sides 6 ms of processor
 * time.
 */
const idleMs = 20_000;

interface WithStream {
  connection?: { stream?: Socket };
}

/**
 * Ends a connection that is silent for longer than any statement takes: the database, or a device on the way, has
 * forgotten it. Otherwise its current user would wait for ever, and so would the next one.
 */
function endSilent(pool: Pool, statementTimeoutMs: number): void {
  const streamOf = (client: unknown) => (client as WithStream).connection?.stream;
  pool.on("connect", (client) => {
    const stream = streamOf(client);
    stream?.on("timeout", () =>
      stream.destroy(new Error("Connection terminated: the database has been silent for too long.")),
    );
  });
  const longestMs = statementTimeoutMs + Math.min(silenceMs, statementTimeoutMs);
  pool.on("acquire", (client) => streamOf(client)?.setTimeout(longestMs));
  pool.on("release", (_error, client) => streamOf(client)?.setTimeout(0));
}

/** Opens a pool. It logs broken connections, which do not end the process. */
function openPool({
  databaseUrl,
  role,
  pooled,
  log,
  connections = 20,
  statementTimeoutMs = usualTimeoutMs,
}: StoreOptions) {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleMs,
    // A pooler refuses settings of a session that it does not know.
    ...(pooled === true
      ? {}
      : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: statementTimeoutMs * 2 }),
    application_name: "ferrule-control-plane",
    // We send a statement without waiting for the result of the one before. Results come in order.
    pipeline: true,
    ...(role === null ? {} : { options: `-c role=${role}` }),
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        format === "binary" ? types.getTypeParser(oid, format) : readerOf(oid)) as typeof types.getTypeParser,
    },
  });
  // Without a listener, a connection that breaks would end the process. The pool listens only to idle ones.
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  pool.on("connect", (client) => {
    client.on("error", (error) => log.debug({ err: error }, "a database connection broke"));
  });
  endSilent(pool, statementTimeoutMs);
  return pool;
}

interface BeginOptions {
  readOnly?: boolean;
  onePlan?: boolean;
}

const onePlanEach = "; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off";

/** Begins a transaction and sets its scope, which lasts as long as the transaction; behind a pooler its time limits, too. */
function beginWith({ pooled, statementTimeoutMs = usualTimeoutMs }: StoreOptions) {
  const limits =
    pooled === true
      ? `; set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${statementTimeoutMs * 2}`
      : "";
  return ({ readOnly = false, onePlan = false }: BeginOptions = {}, setting: string, value: string) =>
    `begin${readOnly ? " read only" : ""}${limits}${onePlan ? onePlanEach : ""}; select set_config('${setting}', ${escapeLiteral(value)}, true)`;
}

const compiling = new Kysely<Tables>({ dialect });

/** The text of a function's call is the same each time, so it is prepared under the function's name. */
function callOf(name: string, args: readonly unknown[]): { text: string; values: unknown[] } {
  if (args.some(isExpression)) {
    const compiled = sql`select * from ${sql.raw(name)}(${sql.join(args)})`.compile(compiling);
    return { text: compiled.sql, values: [...compiled.parameters] };
  }
  return { text: `select * from ${name}(${args.map((_, at) => `$${at + 1}`).join(", ")})`, values: [...args] };
}

/**
 * Opens the only access to the database. It reads `bigint` as a number, because our counters are far below 2^53.
 * Statements time out after `statementTimeoutMs` (30 s), idle transactions after twice that, and waiting for a
 * connection after 10 s.
 */
export function openStore(options: StoreOptions): OpenStore {
  const { role, recordsRole = null, pooled = false, log } = options;
  const pool = openPool(options);
  const begin = beginWith(options);
  const roles: DatabaseRoles = { owner: role ?? "none", records: recordsRole };
  const withConnection = lendConnections(pool, pooled);
  const inTransaction = createTransactions(withConnection, log);
  const callFunction = async <T>(name: string, args: readonly unknown[]): Promise<T[]> => {
    const { text, values } = callOf(name, args);
    const { rows } = await retry(() =>
      tracedStatement(text, () => pool.query<T & QueryResultRow>({ text, values, ...(pooled ? {} : { name }) })),
    );
    return rows;
  };

  return {
    roles,
    inProject: (projectId, run, options) =>
      inTransaction(
        begin(options, "ferrule.project_id", projectId),
        (tx) => run({ tx, projectId, roles } as ProjectScope),
        options?.readOnly,
      ),
    inInstallation: (run, options) =>
      inTransaction(
        begin(options, "ferrule.scope", "installation"),
        (tx) => run({ tx } as InstallationScope),
        options?.readOnly,
      ),
    unscoped: (run) => retry(() => withConnection(run)),
    call: <T>(projectId: string, name: string, args: readonly unknown[]) => callFunction<T>(name, [projectId, ...args]),
    callForAll: callFunction,
    ping: async () => {
      await withConnection(({ command }) => command("select 1"));
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
