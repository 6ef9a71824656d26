import { sql, type Selectable } from "kysely";
import type { deploymentKinds, Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionTables } from "../../../ground/store/tables/executions.ts";

type DeploymentKind = (typeof deploymentKinds)[number];
type Stored = Selectable<ExecutionTables["errorGroups"]>;
export type GroupState = Omit<Stored, "resolvedBy" | "assigneeId"> & {
  resolvedBy: string | null;
  assignee: { id: string; email: string } | null;
  /** The number and kind of the deployment with which it began, if they are known. */
  number: number | null;
  kind: DeploymentKind | null;
};

/** What people know of a group; undefined: no failure of it is known. */
export async function findGroup(
  { tx, projectId }: ProjectScope,
  environment: Environment,
  id: string,
): Promise<GroupState | undefined> {
  const { rows } = await sql<GroupState>`
    select held.project_id, held.environment, held.id, held.first_at, held.first_deployment_id, held.resolved_at,
      resolver.email as resolved_by, held.reopened_at, held.note, began.number, began.kind,
      case when assignee.id is not null then json_build_object('id', assignee.id, 'email', assignee.email) end as assignee
    from error_groups held
    left join users resolver on resolver.id = held.resolved_by
    left join users assignee on assignee.id = held.assignee_id
    left join deployments began on began.id = held.first_deployment_id and began.project_id = held.project_id
    where held.project_id = ${projectId} and held.environment = ${environment} and held.id = ${id}`.execute(tx);
  return rows[0];
}

/** The same, held against other changes until the transaction ends. */
export async function lockGroup(
  scope: ProjectScope,
  environment: Environment,
  id: string,
): Promise<GroupState | undefined> {
  const { tx, projectId } = scope;
  await sql`select from error_groups where project_id = ${projectId} and environment = ${environment} and id = ${id}
    for update`.execute(tx);
  return findGroup(scope, environment, id);
}

export type GroupChanges = Partial<Pick<Stored, "resolvedAt" | "resolvedBy" | "assigneeId" | "note">>;

/** Changes what people know of a group. */
export async function changeGroup(
  { tx, projectId }: ProjectScope,
  environment: Environment,
  id: string,
  changes: GroupChanges,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable("errorGroups")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("id", "=", id)
    .execute();
}

interface Sum {
  at: Date;
  count: number;
  functionId: string | null;
  functionName: string;
  code: string;
  frame: string | null;
  message: string;
  lastAt: Date;
  sampleIds: string;
}

/** The sums of a group by the hour, oldest first, of hours that begin within the range. */
export async function listSums(
  { tx, projectId }: ProjectScope,
  environment: Environment,
  id: string,
  { from, to }: { from: Date; to: Date },
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select bucket_at as at, count, function_id, function_name, code, frame, message, last_at, sample_ids
    from failure_rollups
    where project_id = ${projectId} and environment = ${environment} and id = ${id}
      and bucket_at >= ${from} and bucket_at < ${to}
    order by bucket_at`.execute(tx);
  return rows;
}

/** The numbers of deployments, by their ids. */
export async function deploymentNumbers(
  { tx, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from deployments where project_id = ${projectId} and id = any(${ids}::text[])`.execute(tx);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Larger contents are not compared, so that a comparison stays cheap. */
const mostDetails = 200_000;

/** The inputs of these executions, without those whose contents are large. */
export async function readInputs(
  { tx, projectId }: ProjectScope,
  keys: readonly { id: string; startedAt: Date }[],
): Promise<unknown[]> {
  const [ids, times] = [keys.map(({ id }) => id), keys.map(({ startedAt }) => startedAt.toISOString())];
  const { rows } = await sql<{ input: string | null }>`
    select (one.details::json -> 'input')::text as input
    from unnest(${ids}::text[], ${times}::timestamptz[]) as asked (id, at) cross join lateral (
      select its.details from executions its
      where its.id = asked.id and its.started_at = asked.at and its.project_id = ${projectId}
        and octet_length(its.details) <= ${mostDetails} limit 1
    ) one`.execute(tx);
  return rows.map(({ input }) => (input === null ? null : (JSON.parse(input) as unknown)));
}
