import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { sql } from "kysely";
import type { App } from "../app.ts";
import { sqlState } from "../store/constraint.ts";
import type { InstallationScope } from "../store/scope.ts";
import { appendToFeed, takeTurn } from "./feed.ts";
import { insertExecutions } from "./records.ts";
import { rollUp } from "./roll-up.ts";
import { storableJson } from "./storable-json.ts";

/** A key's `lastUsedAt` moves in steps of this, not with every call. */
const lastUsedStep = "1 minute";

/** What PostgreSQL answers to a value it cannot hold: class 22, a broken rule (23), or nested too deeply (54001). */
const unstorable = (error: unknown) => error instanceof RangeError || /^(22|23|54001)/.test(sqlState(error) ?? "");

async function insert(app: App, records: readonly ExecutionRecord[]): Promise<void> {
  const json = `[${records.map(storableJson).join(",")}]`;
  await app.store.inInstallation(async (scope) => {
    const fresh = await insertExecutions(scope, json);
    await noteUse(scope, records);
    const byProject = Map.groupBy(
      records.filter(({ id }) => fresh.delete(id)),
      ({ projectId }) => projectId,
    );
    // In one order, so that two batches cannot wait for each other's Projects.
    for (const [projectId, added] of [...byProject].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await takeTurn(scope, projectId);
      await rollUp(scope, added);
      await appendToFeed(scope, projectId, added);
    }
  });
}

/** Moves `lastUsedAt` of the API keys that called. */
async function noteUse({ tx }: InstallationScope, records: readonly ExecutionRecord[]): Promise<void> {
  const used = new Map<string, string>();
  for (const { caller, startedAt } of records) {
    if (caller.kind !== "api-key" || caller.id === null) continue;
    if (startedAt > (used.get(caller.id) ?? "")) used.set(caller.id, startedAt);
  }
  // In one order, so that two batches cannot wait for each other's rows.
  for (const [id, at] of [...used].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`update api_keys set last_used_at = ${at}::timestamptz
      where id = ${id}
        and (last_used_at is null or last_used_at < ${at}::timestamptz - ${lastUsedStep}::interval)`.execute(tx);
  }
}

/** The record without what callers and Functions put into it. */
const stripped = (record: ExecutionRecord): ExecutionRecord => ({
  ...record,
  input: null,
  output: null,
  logs: [],
  calls: [],
  hostCalls: [],
});

/** One record that spoilt a batch: as it is, else without its contents, else not at all, so that it spoils no other. */
async function insertAlone(app: App, record: ExecutionRecord): Promise<void> {
  for (const attempt of [record, stripped(record)]) {
    try {
      await insert(app, [attempt]);
      return;
    } catch (error) {
      if (!unstorable(error)) throw error;
      app.log.warn({ err: error, executionId: record.id, whole: attempt === record }, "an execution cannot be stored");
    }
  }
}

/**
 * Stores a batch of a worker's reports, each id once; those of Projects that are gone are dropped. Anything that
 * PostgreSQL cannot hold costs only the record it is in.
 */
export async function recordExecutions(app: App, given: readonly ExecutionRecord[]): Promise<void> {
  const records = given.filter(({ startedAt }) => !Number.isNaN(Date.parse(startedAt)));
  if (records.length < given.length)
    app.log.warn({ dropped: given.length - records.length }, "executions without a time");
  if (records.length === 0) return;
  try {
    await insert(app, records);
  } catch (error) {
    if (!unstorable(error)) throw error;
    for (const record of records) await insertAlone(app, record);
  }
}
