import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { TestCounts } from "@ferrule/contract/resources/test-counts.ts";
import type { DeploymentStatus, Environment } from "@ferrule/contract/states.ts";
import type { DeployedUse } from "../../../ground/ports/dependents.ts";
import { sql, type Selectable } from "kysely";
import { json } from "../../../ground/store/json.ts";
import type { AnyScope, ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type {
  DeploymentError,
  DeploymentChange,
  DeploymentProgress,
  DeploymentsTable,
} from "../../../ground/store/tables/deployments.ts";
import type { NotDeployed } from "../../../ground/store/tables/snapshot.ts";

export type DeploymentRow = Omit<
  Selectable<DeploymentsTable>,
  "snapshot" | "runsTests" | "notDeployed" | "firstChanges"
> & {
  requesterEmail: string | null;
  projectStatus: "active" | "archived";
  testsRequired: boolean;
  active: boolean;
  pinned: boolean;
  rollsBackTo: string | null;
  missingSecrets: string[];
};

/** The deploy or release whose artifact a deployment serves: the one that a rollback returned to, or itself. */
export const stem = sql<string>`case
  when deployments.kind = 'rollback' then coalesce(deployments.source_deployment_id, deployments.id)
  else deployments.id end`;

/**
 * The deployment to which a rollback leads: for the active one its parent; for any other completed one itself, if that
 * changes anything.
 */
const rollsBackTo = sql<string | null>`case
  when deployments.status <> 'completed' then null
  when project_targets.deployment_id = deployments.id then deployments.parent_id
  when project_targets.digest = deployments.digest then null
  else ${stem} end`;

const missingSecrets = sql<string[]>`coalesce((
  select jsonb_agg(needed.name order by needed.name)
  from (
    select declared.name from artifacts, jsonb_array_elements_text(artifacts.secret_names) as declared (name)
    where artifacts.digest = deployments.digest and artifacts.project_id = deployments.project_id
    union
    select signing.name from deployment_endpoints, auth_policies,
      jsonb_array_elements_text(auth_policies.caller -> 'signature' -> 'secrets') as signing (name)
    where deployment_endpoints.deployment_id = deployments.id
      and deployment_endpoints.project_id = deployments.project_id
      and auth_policies.project_id = deployments.project_id and auth_policies.environment = 'production'
      and auth_policies.endpoint_id = deployment_endpoints.endpoint_id
      and auth_policies.caller ->> 'mode' = 'signature') needed
  where deployments.target = 'development' and deployments.status = 'completed'
    and not exists (select from secrets where secrets.project_id = deployments.project_id
      and secrets.environment = 'production' and secrets.name = needed.name)), '[]')`;

const active = sql<boolean>`(project_targets.deployment_id is not distinct from deployments.id)`;
const testsRequired = sql<boolean>`(projects.required_tests ->> 'production')::boolean`;
const pinned = sql<boolean>`(project_targets.deployment_id is not distinct from deployments.id and project_targets.pinned)`;

/**
 * Deployments as the API returns them: without the frozen drafts. Each comes with the user who requested it, whether it
 * is active, where a rollback would lead, and the secrets that a release would lack. `first` includes only the first
 * twenty changes.
 */
function selectDeployments(scope: AnyScope, projectId: string, changes: "all" | "first" = "all") {
  return scope.tx
    .selectFrom("deployments")
    .innerJoin("projects", "projects.id", "deployments.projectId")
    .leftJoin("users", "users.id", "deployments.requestedBy")
    .leftJoin("projectTargets", (join) =>
      join
        .onRef("projectTargets.projectId", "=", "deployments.projectId")
        .onRef("projectTargets.environment", "=", "deployments.target"),
    )
    .where("deployments.projectId", "=", projectId)
    .select([
      "deployments.id",
      "deployments.projectId",
      "deployments.number",
      "deployments.target",
      "deployments.kind",
      "deployments.status",
      "deployments.sourceDeploymentId",
      "deployments.parentId",
      "deployments.message",
      "deployments.commit",
      "deployments.requestedBy",
      "deployments.digest",
      changes === "all" ? "deployments.changes" : "deployments.firstChanges as changes",
      "deployments.changesAdded",
      "deployments.changesChanged",
      "deployments.changesRemoved",
      "deployments.changesBreaking",
      "deployments.progress",
      "deployments.tests",
      "deployments.error",
      "deployments.createdAt",
      "deployments.updatedAt",
      "deployments.startedAt",
      "deployments.finishedAt",
      "deployments.revision",
      "users.email as requesterEmail",
      "projects.status as projectStatus",
      testsRequired.as("testsRequired"),
      rollsBackTo.as("rollsBackTo"),
      missingSecrets.as("missingSecrets"),
      active.as("active"),
      pinned.as("pinned"),
    ]);
}

interface DeploymentFilters {
  target?: Environment | undefined;
  status?: DeploymentStatus | undefined;
  /** Only those that were requested at or after this, RFC 3339. */
  from?: string | undefined;
  /** Only those that were requested before this. */
  to?: string | undefined;
}

/** Up to `limit + 1` deployments of the Project with a number below `below`, newest first. */
export function listDeploymentRows(
  scope: ProjectScope,
  { target, status, from, to }: DeploymentFilters,
  limit: number,
  below: number | null,
): Promise<DeploymentRow[]> {
  let rows = newestFirst(selectDeployments(scope, scope.projectId, "first"), limit, below, ["deployments.number"]);
  if (target) rows = rows.where("deployments.target", "=", target);
  if (status) rows = rows.where("deployments.status", "=", status);
  if (from) rows = rows.where("deployments.createdAt", ">=", new Date(from));
  if (to) rows = rows.where("deployments.createdAt", "<", new Date(to));
  return rows.execute();
}

export function readDeployment(scope: AnyScope, projectId: string, id: string): Promise<DeploymentRow | undefined> {
  return selectDeployments(scope, projectId).where("deployments.id", "=", id).executeTakeFirst();
}

/** Changes a deployment, makes that its next revision, and wakes the streams that follow deployments. */
export async function updateDeployment(
  scope: AnyScope,
  id: string,
  change: {
    status?: DeploymentStatus;
    digest?: string;
    parentId?: string | null;
    changes?: DeploymentChange[];
    progress?: DeploymentProgress;
    tests?: TestCounts;
    error?: DeploymentError;
    started?: true;
    finished?: true;
    snapshot?: null;
  },
): Promise<void> {
  await scope.tx
    .updateTable("deployments")
    .set((eb) => ({
      revision: eb("revision", "+", 1),
      updatedAt: sql<Date>`clock_timestamp()`,
      ...(change.status && { status: change.status }),
      ...(change.digest && { digest: change.digest }),
      ...(change.parentId !== undefined && { parentId: change.parentId }),
      ...(change.changes && { changes: json(change.changes) }),
      ...(change.progress && { progress: json(change.progress) }),
      ...(change.tests && { tests: json(change.tests) }),
      ...(change.error && { error: json(change.error) }),
      ...(change.started && { startedAt: sql<Date>`coalesce(started_at, clock_timestamp())` }),
      ...(change.finished && { finishedAt: sql<Date>`clock_timestamp()` }),
      ...(change.snapshot === null && { snapshot: null }),
    }))
    .where("id", "=", id)
    .execute();
  await sql`select pg_notify('deployments', ${id})`.execute(scope.tx);
}

/** Appends lines to a deployment's log, in order. */
export async function appendLog(
  scope: AnyScope,
  deployment: { id: string; projectId: string },
  entries: readonly (Omit<LogEntry, "at"> & { at?: string })[],
): Promise<void> {
  if (entries.length === 0) return;
  await scope.tx
    .insertInto("deploymentLog")
    .values(
      entries.map(({ at, level, message, data }) => ({
        deploymentId: deployment.id,
        projectId: deployment.projectId,
        at: at === undefined ? sql<Date>`clock_timestamp()` : new Date(at),
        level,
        message,
        data: data === undefined ? null : json(data),
      })),
    )
    .execute();
}

/** Keeps deployments, releases and rollbacks of the Project from beginning until the transaction ends. */
export async function holdDeployments({ tx, projectId }: ProjectScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deployments:${projectId}`}, 0))`.execute(tx);
}

/**
 * The active deployments in which something calls a Function, and the builds under way that contain it; newest first.
 */
export async function listDeployedUses({ tx, projectId }: ProjectScope, functionId: string): Promise<DeployedUse[]> {
  const { rows } = await sql<DeployedUse>`
    select distinct d.target as environment, d.id as project_deployment_id, d.number
    from deployments d
    where d.project_id = ${projectId} and (
      (d.status in ('queued', 'building', 'activating') and exists (select from deployment_functions f
        where f.project_id = ${projectId} and f.deployment_id = d.id and f.function_id = ${functionId}))
      or (exists (select from project_targets t where t.project_id = ${projectId} and t.deployment_id = d.id)
        and exists (select from deployment_bindings b
          where b.project_id = ${projectId} and b.deployment_id = d.id and b.function_id = ${functionId})))
    order by d.number desc`.execute(tx);
  return rows;
}

/** Of these Functions, the ids of those that `listDeployedUses` finds somewhere. */
export async function listDeployedAmong(
  { tx, projectId }: ProjectScope,
  functionIds: readonly string[],
): Promise<Set<string>> {
  if (functionIds.length === 0) return new Set();
  const { rows } = await sql<{ functionId: string }>`
    select f.function_id from deployment_functions f join deployments d on d.id = f.deployment_id
    where f.project_id = ${projectId} and d.project_id = ${projectId} and f.function_id = any(${functionIds}::text[])
      and d.status in ('queued', 'building', 'activating')
    union
    select b.function_id from project_targets t join deployment_bindings b on b.deployment_id = t.deployment_id
    where t.project_id = ${projectId} and b.project_id = ${projectId} and b.function_id = any(${functionIds}::text[])
  `.execute(tx);
  return new Set(rows.map(({ functionId }) => functionId));
}

/** The Functions that a deployment leaves out because nothing calls them, by slug. */
export async function readNotDeployed({ tx, projectId }: ProjectScope, deploymentId: string): Promise<NotDeployed[]> {
  const { notDeployed } = await tx
    .selectFrom("deployments")
    .select("notDeployed")
    .where("projectId", "=", projectId)
    .where("id", "=", deploymentId)
    .executeTakeFirstOrThrow();
  return notDeployed;
}

/** Updates the given parts of a deployment's progress, and wakes the streams that follow deployments. */
export async function noteProgress(
  { tx }: AnyScope,
  id: string,
  progress: { done: number | undefined; total: number | undefined; step: string | undefined },
): Promise<void> {
  await sql`update deployments
    set progress = progress || ${JSON.stringify(progress)}::text::jsonb,
      revision = revision + 1, updated_at = clock_timestamp()
    where id = ${id}`.execute(tx);
  await sql`select pg_notify('deployments', ${id})`.execute(tx);
}
