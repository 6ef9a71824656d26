import { bindingsOf } from "../../releases/deployments/artifacts/bindings-of.ts";
import { readDeployment } from "../../releases/deployments/queries/deployments.ts";
import { readArtifactOf } from "../../releases/deployments/queries/read-artifact.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { findAnyMcpBinding } from "./queries.ts";
import { readContent } from "./read-content.ts";

/** A binding as a completed deployment has it. */
async function deployedBinding(scope: ProjectScope, projectDeploymentId: string, id: string) {
  const deployment = found(await readDeployment(scope, scope.projectId, projectDeploymentId));
  const { endpoints } = await readArtifactOf(scope, scope.projectId, found(deployment.digest));
  return found(endpoints.flatMap(bindingsOf).find(({ bindingId }) => bindingId === id));
}

/** What is kept of a resource or a prompt, so that people can compare a draft with what is served. */
export const getKeptContent: Handlers["getKeptContent"] = async ({ scope, params, query }) => {
  const { projectDeploymentId } = query;
  const binding =
    projectDeploymentId === undefined
      ? found(await findAnyMcpBinding(scope, params.bindingId))
      : await deployedBinding(scope, projectDeploymentId, params.bindingId);
  const { contentDigest = null, messages = null } = { contentDigest: undefined, messages: undefined, ...binding };
  return { content: await readContent(scope, { contentDigest }), messages };
};
