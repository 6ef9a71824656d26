import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { frameOf } from "../filters/error-id.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";

const hourMs = 3_600_000;
/** How many executions of a group we keep as samples. */
const samples = 5;

/** The failures of a batch by hour, environment and group, in a fixed order: two batches then never deadlock. */
function sums(records: readonly ExecutionRecord[]) {
  const failed = records.filter(({ status }) => status === "failed" || status === "timed_out");
  const groups = Map.groupBy(failed, ({ startedAt, environment, functionId, error }) => {
    const bucketAt = new Date(Math.floor(Date.parse(startedAt) / hourMs) * hourMs).toISOString();
    return JSON.stringify([bucketAt, environment, functionId, error?.code ?? "", frameOf(error?.stack)]);
  });
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, its]) => {
      const [bucketAt, environment, functionId, code, frame] = JSON.parse(key) as (string | null)[];
      const newest = its.toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
      const last = newest[0];
      return {
        projectId: last?.projectId,
        bucketAt,
        environment,
        functionId,
        functionName: last?.functionName,
        code,
        frame,
        message: last?.error?.message ?? "",
        count: its.length,
        firstAt: newest.at(-1)?.startedAt,
        lastAt: last?.startedAt,
        sampleIds: newest
          .slice(0, samples)
          .map(({ id }) => id)
          .join(" "),
      };
    });
}

/** Adds the failures among these calls of one Project to their groups. The caller must have just stored the calls. */
export async function rollUpFailures({ tx }: InstallationScope, records: readonly ExecutionRecord[]): Promise<void> {
  const added = sums(records);
  if (added.length === 0) return;
  await sql`insert into failure_rollups as held (project_id, bucket_at, environment, id, function_id, function_name, code,
      frame, message, count, first_at, last_at, sample_ids)
    select "projectId", "bucketAt", environment, ferrule_failure_group("functionId", code, frame), "functionId",
      "functionName", code, frame, message, count, "firstAt", "lastAt", "sampleIds"
    from json_to_recordset(${storableJson(added)}::text::json) as added (
      "projectId" text, "bucketAt" timestamptz, environment text, "functionId" text, "functionName" text, code text,
      frame text, message text, count integer, "firstAt" timestamptz(3), "lastAt" timestamptz(3), "sampleIds" text)
    on conflict (project_id, bucket_at, environment, id) do update set
      count = held.count + excluded.count,
      first_at = least(held.first_at, excluded.first_at),
      last_at = greatest(held.last_at, excluded.last_at),
      function_name = case when excluded.last_at >= held.last_at then excluded.function_name else held.function_name end,
      message = case when excluded.last_at >= held.last_at then excluded.message else held.message end,
      sample_ids = array_to_string((string_to_array(case when excluded.last_at >= held.last_at
        then excluded.sample_ids || ' ' || held.sample_ids
        else held.sample_ids || ' ' || excluded.sample_ids end, ' '))[1:${samples}::integer], ' ')`.execute(tx);
}
