import type { StatementNote } from "@ferrule/contract/internal/execution.ts";
import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { Databases } from "@ferrule/worker/running/databases/databases.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { type HostCall, type HostCallContext } from "@ferrule/worker/running/sandbox/host-calls/host-call.ts";
import { createSqlCalls } from "@ferrule/worker/running/sandbox/host-calls/sql.ts";
import type { Invocation } from "@ferrule/worker/running/sandbox/call/invocation.ts";

/** The result that a Function gets for a statement. */
export interface Answered {
  rows: Record<string, unknown>[];
  count: number;
  insertId: string | number | null;
}

/** One call of a Function as the worker knows it, with its database requests. */
export interface OpenCall {
  sql: (strings: TemplateStringsArray, ...values: unknown[]) => Promise<Answered>;
  begin: (options?: object) => Promise<number>;
  inside: (transaction: number) => OpenCall["sql"];
  commit: (transaction: number) => Promise<unknown>;
  rollback: (transaction: number) => Promise<unknown>;
  notes: StatementNote[];
  /** Ends the call, whatever its outcome. */
  end: () => void;
}

const none = new Uint8Array(0);
const slotOf = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value };

export function openCall(
  calls: Record<string, HostCall>,
  { tenantId = "acme", deploymentId = "dep_1" }: { tenantId?: string; deploymentId?: string } = {},
): OpenCall {
  const ending = new AbortController();
  const notes: StatementNote[] = [];
  const grant = { secrets: [], hosts: [], collections: [], cache: false, connections: ["shop"] };
  const context: HostCallContext = {
    invocation: {
      projectId: "prj_1",
      environment: "development",
      deploymentId,
      tenantId,
      grant,
    } as unknown as Invocation,
    dropped: ending.signal,
    signal: ending.signal,
    ended: ending.signal,
    touch: () => undefined,
    cancel: () => undefined,
    record: () => undefined,
    noteStatement: (note) => notes.push(note),
  };
  const ask = async (name: string, argument: object) => (await calls[name]!(argument, none, context)).value;
  const tag =
    (transaction?: number): OpenCall["sql"] =>
    async (strings, ...values) => {
      const given = { connection: null, texts: [...strings], slots: values.map(slotOf), transaction };
      return (await ask("sql.query", JSON.parse(JSON.stringify(given)) as object)) as Answered;
    };
  return {
    sql: tag(),
    begin: async (options = {}) => (await ask("sql.begin", { connection: null, ...options })) as number,
    inside: tag,
    commit: (transaction) => ask("sql.commit", { transaction }),
    rollback: (transaction) => ask("sql.rollback", { transaction }),
    notes,
    end: () => ending.abort(new Error("the call ended")),
  };
}

/** A worker's databases with one connection, `shop`, and its changes. */
export function databasesOf(settings: Partial<OpenedConnection> & Pick<OpenedConnection, "kind" | "url">) {
  const present: OpenedConnection = {
    id: "con_1",
    revision: 1,
    tls: "off",
    caCertificate: null,
    readOnly: false,
    statementTimeoutMs: 2_000,
    maxRows: 1_000,
    maxBytes: 262_144,
    poolSize: 3,
    ...settings,
  };
  const databases = new Databases({
    settingsOf: async () => present,
    rule: () => true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    waitMs: 5_000,
    connectTimeoutMs: 2_000,
  });
  return { databases, present, calls: createSqlCalls(databases) };
}

/** The code and sentence of a refused host call. */
export async function refusal(promise: Promise<unknown>): Promise<HostCallError> {
  const error = await promise.then(
    (value) => new Error(`it was answered: ${JSON.stringify(value).slice(0, 200)}`),
    (error: unknown) => error,
  );
  if (error instanceof HostCallError) return error;
  throw error;
}
