import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { errorIdOf } from "../filters/error-id.ts";

/** The groups of these failures, each with its earliest and its latest one, in a fixed order. */
function groupsOf(records: readonly ExecutionRecord[]) {
  const failures = records.flatMap((record) => {
    const id = errorIdOf(record);
    return id === null ? [] : [{ id, record }];
  });
  const groups = Map.groupBy(failures, ({ id, record }) => `${record.environment} ${id}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, its]) => {
      const ordered = its.toSorted(
        (one, other) => Date.parse(one.record.startedAt) - Date.parse(other.record.startedAt),
      );
      const [first, last] = [ordered[0], ordered.at(-1)];
      if (first === undefined || last === undefined) return [];
      const { projectId, environment, startedAt, deploymentId } = first.record;
      const range = { firstAt: startedAt, lastAt: last.record.startedAt };
      return [{ projectId, environment, id: first.id, deploymentId, ...range }];
    });
}

/**
 * Notes where new groups of failures began, and opens resolved ones that came back. Failures of known, open groups cost
 * one lookup and change nothing. The caller must have just stored the calls, and holds their Project's turn.
 */
export async function noteGroups({ tx }: InstallationScope, records: readonly ExecutionRecord[]): Promise<void> {
  const groups = groupsOf(records);
  if (groups.length === 0) return;
  await sql`insert into error_groups as held (project_id, environment, id, first_at, first_deployment_id, reopened_at)
    select "projectId", environment, id, "firstAt", "deploymentId", null
    from json_to_recordset(${JSON.stringify(groups)}::text::json) as seen (
      "projectId" text, environment text, id text, "deploymentId" text, "firstAt" timestamptz(3), "lastAt" timestamptz(3))
    where not exists (
      select from error_groups known
      where known.project_id = seen."projectId" and known.environment = seen.environment and known.id = seen.id
        and known.first_at <= seen."firstAt" and (known.resolved_at is null or known.resolved_at >= seen."lastAt"))
    on conflict (project_id, environment, id) do update set
      first_at = least(held.first_at, excluded.first_at),
      first_deployment_id =
        case when excluded.first_at < held.first_at then excluded.first_deployment_id else held.first_deployment_id end`.execute(
    tx,
  );
  await sql`update error_groups held set resolved_at = null, reopened_at = seen."lastAt"
    from json_to_recordset(${JSON.stringify(groups)}::text::json) as seen (
      "projectId" text, environment text, id text, "lastAt" timestamptz(3))
    where held.project_id = seen."projectId" and held.environment = seen.environment and held.id = seen.id
      and held.resolved_at < seen."lastAt"`.execute(tx);
}
