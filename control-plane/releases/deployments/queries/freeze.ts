import type { Commit } from "@ferrule/contract/resources/commit.ts";
import type { TestCounts } from "@ferrule/contract/resources/test-counts.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { DeploymentProgress, DeploymentsTable } from "../../../ground/store/tables/deployments.ts";
import { frozenDrafts } from "./frozen-drafts.ts";
import { json } from "../../../ground/store/json.ts";
import { sql, type Insertable } from "kysely";
import { holdDraftedContents } from "./kept-contents.ts";
import { pinsOfSnapshot } from "./library-pins.ts";

/** Stores a deployment of the current drafts, and records its contents. */
export async function freeze(
  scope: ProjectScope,
  {
    commit,
    ...deployment
  }: {
    id: string;
    number: number;
    message: string;
    commit: Commit | null;
    requestedBy: string;
    runsTests: boolean;
  },
): Promise<void> {
  const { tx, projectId } = scope;
  await holdDraftedContents(scope);
  const progress: DeploymentProgress = { done: 0, total: 0, step: "queued" };
  await tx
    .insertInto("deployments")
    .values({
      ...deployment,
      commit: commit && json(commit),
      projectId,
      target: "development",
      kind: "deploy",
      snapshot: frozenDrafts(projectId),
      progress: json(progress),
    })
    .execute();
  await sql`update deployments
    set progress = jsonb_set(progress, '{total}', to_jsonb(json_array_length(snapshot -> 'functions'))),
      not_deployed = snapshot -> 'notDeployed'
    where id = ${deployment.id}`.execute(tx);
  await sql`insert into deployment_functions (deployment_id, project_id, function_id, revision)
    select d.id, d.project_id, f ->> 'id', (f ->> 'revision')::integer
    from deployments d, json_array_elements(d.snapshot -> 'functions') f where d.id = ${deployment.id}`.execute(tx);
  await sql`insert into deployment_libraries (deployment_id, project_id, import_name, kind, content)
    select d.id, d.project_id, pin.import_name, pin.kind, pin.content
    from deployments d, lateral (${pinsOfSnapshot(sql`d.snapshot`)}) as pin where d.id = ${deployment.id}`.execute(tx);
  await sql`insert into deployment_endpoints (deployment_id, project_id, endpoint_id)
    select d.id, d.project_id, e ->> 'id'
    from deployments d, json_array_elements(d.snapshot -> 'endpoints') e where d.id = ${deployment.id}`.execute(tx);
  // `offset 0` makes PostgreSQL read an endpoint once. Without it, it parsed the endpoint again for each binding.
  await sql`insert into deployment_bindings (deployment_id, project_id, endpoint_id, function_id)
    select distinct d.id, d.project_id, endpoint.id, b ->> 'functionId'
    from deployments d,
      lateral (select e ->> 'id' as id, e -> 'tools' as tools, e -> 'routes' as routes,
          coalesce(e -> 'resources', '[]') as resources, coalesce(e -> 'prompts', '[]') as prompts
        from json_array_elements(d.snapshot -> 'endpoints') e offset 0) as endpoint,
      lateral (select * from json_array_elements(endpoint.tools) union all select * from json_array_elements(endpoint.routes)
          union all select * from json_array_elements(endpoint.resources)
          union all select * from json_array_elements(endpoint.prompts))
        as called (b)
    where d.id = ${deployment.id} and (b ->> 'enabled')::boolean and b ->> 'functionId' is not null`.execute(tx);
}

/** Copies the contents of `source`, which tell lists what runs in which environment. */
export async function copyContents({ tx, projectId }: ProjectScope, sourceId: string, id: string): Promise<void> {
  await sql`insert into deployment_libraries (deployment_id, project_id, import_name, kind, content)
    select ${id}, project_id, import_name, kind, content from deployment_libraries
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
  await sql`insert into deployment_functions (deployment_id, project_id, function_id, revision)
    select ${id}, project_id, function_id, revision from deployment_functions
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
  await sql`insert into deployment_bindings (deployment_id, project_id, endpoint_id, function_id)
    select ${id}, project_id, endpoint_id, function_id from deployment_bindings
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
  await sql`update deployments set not_deployed = source.not_deployed from deployments source
    where deployments.id = ${id} and source.id = ${sourceId} and source.project_id = ${projectId}`.execute(tx);
  await sql`insert into deployment_endpoints (deployment_id, project_id, endpoint_id)
    select ${id}, project_id, endpoint_id from deployment_endpoints
    where deployment_id = ${sourceId} and project_id = ${projectId}`.execute(tx);
}

/** The deployment of a build, with its frozen drafts. */
export const readFrozen = ({ tx }: InstallationScope, id: string | null) =>
  tx
    .selectFrom("deployments")
    .select(["id", "projectId", "number", "snapshot", "runsTests"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Stores a deployment that serves the artifact of an earlier one. */
export async function insertPromotion(
  { tx, projectId }: ProjectScope,
  promoted: Pick<
    Insertable<DeploymentsTable>,
    "id" | "number" | "target" | "kind" | "sourceDeploymentId" | "parentId" | "message" | "requestedBy" | "digest"
  > & { commit: Commit | null; tests: TestCounts | null },
): Promise<void> {
  await tx
    .insertInto("deployments")
    .values({
      ...promoted,
      commit: promoted.commit && json(promoted.commit),
      tests: promoted.tests && json(promoted.tests),
      projectId,
    })
    .execute();
}
