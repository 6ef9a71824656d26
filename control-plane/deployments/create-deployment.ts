import type { Operations } from "@ferrule/contract/operations.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import { found } from "../http/not-found.ts";
import type { Handler } from "../http/handler.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import { json } from "../jobs/records.ts";
import type { ProjectScope } from "../store/scope.ts";
import { deploymentOf } from "./deployment-of.ts";
import { frozenDrafts } from "./freeze-drafts.ts";
import { pinsOfSnapshot } from "./library-pins.ts";
import { nextNumber } from "./next-number.ts";
import { readNotDeployed, sayNotDeployed } from "./not-deployed.ts";
import { appendLog, readDeployment, type DeploymentProgress } from "./records.ts";
import { supersedeQueued } from "./supersede-queued.ts";

/** A build that no worker has taken after ten minutes fails, so that nobody waits for ever. */
const claimWithinMs = 600_000;

/**
 * Freezes the drafts and queues their build, specification 4.5: answered 202 with the deployment `queued`. One that is
 * queued and has not begun is superseded.
 */
export const createDeployment: Handler<Operations["createDeployment"]> = async ({ scope, body, actor }) => {
  const { projectId } = scope;
  const id = identifier("dep");
  // One at a time from here on, so of two requests at once one supersedes the other.
  const number = await nextNumber(scope);
  await supersedeQueued(scope, number);
  await freeze(scope, { id, number, message: body.message, requestedBy: actor.userId });
  await enqueueJob(scope, { projectId, kind: "build", payload: {}, deploymentId: id, claimWithinMs });
  await appendLog(scope, { id, projectId }, [{ level: "info", message: "Queued.", data: { stage: "queue" } }]);
  await sayNotDeployed(scope, id);
  const deployment = found(await readDeployment(scope, projectId, id));
  const notDeployed = await readNotDeployed(scope, id);
  const answer = { ...deploymentOf(deployment, actor.roles), notDeployed };
  return { answer, audit: { kind: "deployment", id, name: `#${number}` } };
};

async function freeze(
  scope: ProjectScope,
  deployment: { id: string; number: number; message: string; requestedBy: string },
): Promise<void> {
  const { tx, projectId } = scope;
  const progress: DeploymentProgress = { done: 0, total: 0, step: "queued" };
  await tx
    .insertInto("deployments")
    .values({
      ...deployment,
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
  await sql`insert into deployment_bindings (deployment_id, project_id, endpoint_id, function_id)
    select distinct d.id, d.project_id, e ->> 'id', b ->> 'functionId'
    from deployments d, json_array_elements(d.snapshot -> 'endpoints') e,
      lateral (select * from json_array_elements(e -> 'tools') union all select * from json_array_elements(e -> 'routes'))
        as called (b)
    where d.id = ${deployment.id} and (b ->> 'enabled')::boolean`.execute(tx);
}
