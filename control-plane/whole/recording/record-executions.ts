import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { madeAt } from "@ferrule/kit/identifier.ts";
import type { App } from "../../ground/app.ts";
import { sqlState } from "../../ground/store/constraint.ts";
import { dropErased } from "../erasures/drop-erased.ts";
import { noteUse } from "../../serving/api-keys/queries.ts";
import type { DeliveryMetrics } from "../../serving/deliveries/delivery-metrics.ts";
import { markSucceeded } from "../../serving/runs/queries/deliveries.ts";
import { noteGrantUse } from "../../serving/oauth/queries/note-grant-use.ts";
import { countUsage } from "../../observed/executions/count-usage.ts";
import { appendBatch } from "../../observed/executions/queries/append-batch.ts";
import { takeTurn } from "../../observed/executions/queries/feed.ts";
import { insertExecutions, lockProjects } from "../../observed/executions/queries/insert-executions.ts";
import { noteGroups } from "../../observed/executions/queries/note-groups.ts";
import { rollUpFailures } from "../../observed/executions/queries/roll-up-failures.ts";
import { rollUp } from "../../observed/executions/roll-up.ts";

/** Whether PostgreSQL cannot store the value: class 22, a violated constraint (23), or nested too deeply (54001). */
const unstorable = (error: unknown) => error instanceof RangeError || /^(22|23|54001)/.test(sqlState(error) ?? "");

/**
 * A control plane made the execution's id when it leased the attempt, so the id gives a time of ours. The worker's
 * times come from its own clock.
 */
const succeededDelivery = ({ deliveryId, id: executionId, startedAt, delivered }: ExecutionRecord) => {
  if (deliveryId === undefined || delivered !== true) return [];
  const at = madeAt(executionId);
  return [{ deliveryId, executionId, startedAt: at === null ? startedAt : new Date(at).toISOString() }];
};

type Metrics = Pick<DeliveryMetrics, "succeeded">;
const notCounted: Metrics = { succeeded: () => undefined };

async function insert(app: App, given: readonly ExecutionRecord[], metrics: Metrics): Promise<void> {
  const delivered = await app.store.inInstallation(async (scope) => {
    const projects = await lockProjects(scope, [...new Set(given.map(({ projectId }) => projectId))]);
    const records = await dropErased(
      scope,
      projects,
      given.filter(({ projectId }) => projects.has(projectId)),
    );
    if (records.length === 0) return 0;
    const fresh = await insertExecutions(scope, records);
    const byProject = Map.groupBy(fresh, ({ projectId }) => projectId);
    // A fixed order, so that two batches never deadlock on each other's Projects. We send the statements together,
    // without waiting in between.
    const [succeeded] = await Promise.all([
      markSucceeded(scope, fresh.flatMap(succeededDelivery)),
      noteUse(scope, records),
      noteGrantUse(scope, records, app.settings.publicUrl),
      ...[...byProject]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([projectId, added]) => [
          takeTurn(scope, projectId),
          rollUp(scope, added),
          rollUpFailures(scope, added),
          noteGroups(scope, added),
          countUsage(scope, added),
          appendBatch(scope, projectId, added),
        ]),
    ]);
    return succeeded;
  });
  metrics.succeeded(delivered);
}

/** The record without data from callers and Functions. */
const stripped = (record: ExecutionRecord): ExecutionRecord => ({
  ...record,
  input: null,
  output: null,
  logs: [],
  calls: [],
  hostCalls: [],
});

/** Stores a record of a failed batch by itself: unchanged, otherwise without its contents, otherwise not at all. */
async function insertAlone(app: App, record: ExecutionRecord, metrics: Metrics): Promise<void> {
  for (const attempt of [record, stripped(record)]) {
    try {
      await insert(app, [attempt], metrics);
      return;
    } catch (error) {
      if (!unstorable(error)) throw error;
      app.log.warn({ err: error, executionId: record.id, whole: attempt === record }, "an execution cannot be stored");
    }
  }
}

/**
 * Stores a batch of a worker's reports, each id once. It drops records of deleted Projects. A value that PostgreSQL
 * cannot store affects only its own record.
 */
export async function recordExecutions(
  app: App,
  given: readonly ExecutionRecord[],
  metrics: Metrics = notCounted,
): Promise<void> {
  const records = given.filter(({ startedAt }) => !Number.isNaN(Date.parse(startedAt)));
  if (records.length < given.length)
    app.log.warn({ dropped: given.length - records.length }, "executions without a time");
  if (records.length === 0) return;
  try {
    await insert(app, records, metrics);
  } catch (error) {
    if (!unstorable(error)) throw error;
    for (const record of records) await insertAlone(app, record, metrics);
  }
}
