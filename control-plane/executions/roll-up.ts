import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../store/scope.ts";
import { stepOf, steps } from "@ferrule/kit/duration-scale.ts";
import { storableJson } from "./storable-json.ts";

/** How far back sums of a minute are kept, which only the window of an hour reads. */
const minutesForMs = 3 * 3_600_000;

/** The lengths of time, in seconds, that a call is counted in. */
const lengthsFor = (startedAt: number) => (startedAt > Date.now() - minutesForMs ? [60, 900] : [900]);

interface Rollup {
  projectId: string;
  environment: string;
  seconds: number;
  bucketAt: string;
  functionId: string;
  functionName: string;
  calls: number;
  failed: number;
  rejected: number;
  cancelled: number;
  durations: number[];
}

const empty = (of: Pick<Rollup, "projectId" | "environment" | "seconds" | "bucketAt">): Omit<Rollup, "functionId"> => ({
  ...of,
  functionName: "",
  calls: 0,
  failed: 0,
  rejected: 0,
  cancelled: 0,
  durations: Array<number>(steps).fill(0),
});

function count(rollup: Omit<Rollup, "functionId">, { status, durationMs }: ExecutionRecord): void {
  rollup.calls += 1;
  if (status === "failed" || status === "timed_out") rollup.failed += 1;
  else if (status === "rejected" || status === "cancelled") rollup[status] += 1;
  const step = stepOf(durationMs);
  rollup.durations[step] = (rollup.durations[step] ?? 0) + 1;
}

/** The sums of a batch, of each Function and of all, in an order in which two batches cannot wait for each other. */
function sums(records: readonly ExecutionRecord[]): Rollup[] {
  const rollups = new Map<string, Rollup>();
  for (const record of records) {
    const { projectId, environment, functionId, functionName } = record;
    const startedAt = Date.parse(record.startedAt);
    for (const seconds of lengthsFor(startedAt)) {
      const atMs = Math.floor(startedAt / (seconds * 1_000)) * seconds * 1_000;
      const bucketAt = new Date(atMs).toISOString();
      for (const id of functionId === null ? [""] : ["", functionId]) {
        const key = `${environment} ${seconds} ${bucketAt} ${id}`;
        const known = rollups.get(key) ?? { ...empty({ projectId, environment, seconds, bucketAt }), functionId: id };
        if (id !== "") known.functionName = functionName;
        rollups.set(key, known);
        count(known, record);
      }
    }
  }
  return [...rollups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rollup]) => rollup);
}

/** Adds calls of one Project, each stored for the first time, to its sums. What authors test is not counted. */
export async function rollUp({ tx }: InstallationScope, records: readonly ExecutionRecord[]): Promise<void> {
  const added = sums(records.filter(({ source }) => source !== "test"));
  if (added.length === 0) return;
  await sql`insert into execution_rollups as held (project_id, environment, seconds, bucket_at, function_id, function_name,
      calls, failed, rejected, cancelled, durations)
    select "projectId", environment, seconds, "bucketAt", "functionId", "functionName", calls, failed, rejected,
      cancelled, durations
    from json_to_recordset(${storableJson(added)}::text::json) as added (
      "projectId" text, environment text, seconds integer, "bucketAt" timestamptz, "functionId" text,
      "functionName" text, calls integer, failed integer, rejected integer, cancelled integer, durations integer[])
    on conflict (project_id, environment, seconds, bucket_at, function_id) do update set
      function_name = excluded.function_name,
      calls = held.calls + excluded.calls,
      failed = held.failed + excluded.failed,
      rejected = held.rejected + excluded.rejected,
      cancelled = held.cancelled + excluded.cancelled,
      durations = ferrule_add_counts(held.durations, excluded.durations)`.execute(tx);
}

/** Forgets sums that no window of the dashboard reaches back to; those of a quarter of an hour go with the calls. */
export async function pruneRollups({ tx }: InstallationScope, retentionDays: number): Promise<void> {
  await sql`delete from execution_rollups where (seconds = 60 and bucket_at < now() - ${minutesForMs} * interval '1 millisecond')
    or (seconds = 900 and bucket_at < now() - ${Math.max(8, retentionDays)} * interval '1 day')`.execute(tx);
}
