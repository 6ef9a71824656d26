import {
  startedModes,
  type CronRunStatus,
  type CronTrigger,
  type StartedRunStatus,
  type StartedMode,
} from "@ferrule/contract/states.ts";
import { sql, type RawBuilder, type Selectable } from "kysely";
import type { App } from "../../../ground/app.ts";
import type { Holder } from "../../../ground/leases/require-held.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import type { RunError, RunsTable, RunStepsTable, WaitKind } from "../../../ground/store/tables/runs.ts";

type StoredRow = Selectable<RunsTable>;
export type StepRow = Selectable<RunStepsTable>;

/** What is sealed for a run. */
interface SealedColumns {
  keyId: string;
  wrappedKey: Buffer;
  deadlineSeconds: number;
  deadlineAt: Date;
}

/** A run that a call started. */
export type RunRow = Omit<StoredRow, keyof SealedColumns | "mode" | "status" | "shownInput"> &
  SealedColumns & { mode: StartedMode; status: StartedRunStatus; shownInput: string };

/** A run of a cron. It takes its input from its binding. */
export type CronRunRow = Omit<StoredRow, "mode" | "status" | "bindingId" | "trigger" | "scheduledFor"> & {
  mode: "cron";
  status: CronRunStatus | "cancelled";
  bindingId: string;
  trigger: CronTrigger;
  scheduledFor: Date;
};

/** A request of a route that runs later. Its input is the request. */
export type DeliveryRow = Omit<
  StoredRow,
  keyof SealedColumns | "mode" | "status" | "endpointId" | "bindingId" | "route" | "maxAttempts" | "backoffMs"
> &
  SealedColumns & {
    mode: "delivery";
    /** `failed`: dead. `cancelled`: discarded. */
    status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
    endpointId: string;
    bindingId: string;
    route: string;
    maxAttempts: number;
    backoffMs: number;
  };

/** A run of any mode. The trigger `holds` makes sure of what the types say. */
export type AnyRunRow = RunRow | CronRunRow | DeliveryRow;

/** A run that a call started, locked until the transaction ends. */
export const lockRun = async ({ tx }: AnyScope, id: string): Promise<RunRow | undefined> =>
  (await tx
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", id)
    .where("mode", "in", startedModes)
    .forNoKeyUpdate()
    .executeTakeFirst()) as RunRow | undefined;

/** A run that a call started, without a lock. */
export const findRun = async ({ tx }: AnyScope, id: string): Promise<RunRow | undefined> =>
  (await tx
    .selectFrom("runs")
    .selectAll()
    .where("id", "=", id)
    .where("mode", "in", startedModes)
    .executeTakeFirst()) as RunRow | undefined;

/** The end of a run. */
interface RunEnding {
  status: StartedRunStatus;
  output: Buffer | null;
  shownOutput: string | null;
  error: RunError | null;
}

/** The run has children that end with it. */
const hasChildren = (id: string) => sql`exists (select from runs child where child.parent_id = ${id}
  and not child.detached and child.finished_at is null)`;

/**
 * Ends a locked run with its open waits and questions, notes whether its children must end too, and wakes those who
 * wait for its end when the transaction commits. Returns the waits of other runs for it.
 */
export async function endRunRow(
  { tx }: AnyScope,
  id: string,
  { status, output, shownOutput, error }: RunEnding,
): Promise<{ runId: string; key: string }[]> {
  const givesUp = status === "cancelled" || status === "expired";
  const { rows } = await sql<{ parents: { runId: string; key: string }[] }>`
    with ended as (update runs set status = ${status}, queue = null, cancelling = false, waits_kind = null,
        waits_for = null, due_at = null, lease_until = null, output = ${output}, shown_output = ${shownOutput},
        error = ${error === null ? null : storableJson(error)}::text::jsonb,
        orphans = ${givesUp}::boolean and ${hasChildren(id)},
        finished_at = now(), updated_at = now(), revision = revision + 1
      where id = ${id}
    ), closed as (update run_steps set state = 'cancelled', finished_at = now(), due_at = null
      where run_id = ${id} and state in ('waiting', 'retrying')
    ), unasked as (update approvals set status = 'cancelled', finished_at = now(), updated_at = now(),
        revision = revision + 1
      where run_id = ${id} and status = 'pending')
    select pg_notify('run_ends', ${id}), coalesce((select json_agg(json_build_object('runId', run_id, 'key', key)
        order by run_id, position)
      from run_steps where child_id = ${id} and state = 'waiting' and kind = 'child'), '[]') as parents`.execute(tx);
  return rows[0]?.parents ?? [];
}

/** The same in one round trip for a run that succeeded in this attempt, if nothing else depends on it; null otherwise. */
export async function endRunAtOnce(
  { store }: Pick<App, "store">,
  id: string,
  { workerId, attempt }: Holder,
  { output, shownOutput }: Pick<RunEnding, "output" | "shownOutput">,
): Promise<StartedMode | null> {
  const [ended] = await store.callForAll<{ mode: StartedMode }>("ferrule_end_run", [
    id,
    workerId,
    attempt,
    output,
    shownOutput,
  ]);
  return ended?.mode ?? null;
}

/** How a run goes on after an attempt, or what it waits for. */
export interface RunChange {
  status: "queued" | "waiting";
  queue: RunRow["queue"];
  dueAt: RawBuilder<Date> | Date | null;
  waitsKind?: WaitKind | null;
  waitsFor?: string | null;
  losses?: number;
  failures?: number;
  stepCount?: number;
  stepsDone?: number;
  historyChars?: number;
  executionId?: null;
  beganAt?: null;
}

/** Lets a locked run wait for its next attempt. */
export async function changeRun({ tx }: AnyScope, id: string, change: RunChange): Promise<void> {
  await tx
    .updateTable("runs")
    .set(({ eb }) => ({
      waitsKind: null,
      waitsFor: null,
      ...change,
      leaseUntil: null,
      updatedAt: sql<Date>`now()`,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

/** Asks the worker of a running run to stop, and notes whether its children must end too. */
export async function markCancelling({ tx }: AnyScope, id: string): Promise<void> {
  await sql`update runs set cancelling = true, orphans = ${hasChildren(id)}, updated_at = now(), revision = revision + 1
    where id = ${id} and not cancelling`.execute(tx);
}

/**
 * The executions of a worker whose runs somebody wants to end. Those that somebody has `cancelled` end their runs, so
 * that no run takes them for lost.
 */
export async function cancellingExecutions(
  { tx }: AnyScope,
  workerId: string,
  cancelled: readonly string[],
): Promise<string[]> {
  if (cancelled.length > 0)
    await sql`update runs set cancelling = true, updated_at = now(), revision = revision + 1
      where status = 'running' and worker_id = ${workerId} and execution_id = any(${cancelled}::text[])
        and not cancelling`.execute(tx);
  const { rows } = await sql<{ executionId: string }>`
    select execution_id from runs where status = 'running' and worker_id = ${workerId} and cancelling
      and execution_id is not null`.execute(tx);
  return rows.map(({ executionId }) => executionId);
}

/** Stores a value that lies apart. */
export async function putPayload(
  { tx }: AnyScope,
  { projectId, id }: Pick<RunRow, "projectId" | "id">,
  name: string,
  ciphertext: Buffer,
): Promise<void> {
  await tx
    .insertInto("runPayloads")
    .values({ projectId, runId: id, name, ciphertext })
    .onConflict((on) => on.columns(["runId", "name"]).doUpdateSet({ ciphertext }))
    .execute();
}

export async function findPayload({ tx }: AnyScope, runId: string, name: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("runPayloads")
    .select("ciphertext")
    .where("runId", "=", runId)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.ciphertext;
}

/** Lets runs that wait go on, and returns how many do. The others are under way, or have ended. */
export async function queueWaiting({ tx }: AnyScope, runIds: readonly string[]): Promise<number> {
  if (runIds.length === 0) return 0;
  const { rows } = await sql`
    update runs set status = 'queued', queue = 'ready', due_at = now(), waits_kind = null, waits_for = null,
      updated_at = now(), revision = revision + 1
    where id = any(${runIds}::text[]) and status = 'waiting' returning id`.execute(tx);
  return rows.length;
}
