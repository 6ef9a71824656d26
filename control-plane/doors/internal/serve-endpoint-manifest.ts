import { readEndpointState } from "../../serving/runtime-endpoints/queries.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { EndpointManifest } from "@ferrule/contract/internal/endpoint-manifest.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import { bindingsOf } from "../../releases/deployments/artifacts/bindings-of.ts";
import { readArtifact } from "../../releases/deployments/queries/read-artifact.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { InternalHandlers } from "./internal-handler.ts";

async function readManifest(
  scope: InstallationScope,
  endpointId: string,
  environment: Environment,
): Promise<EndpointManifest> {
  const live = found(await readEndpointState(scope, endpointId));
  const served = await readArtifact(scope, live.projectId, environment);
  const endpoint = served?.manifest.endpoints.find(({ id }) => id === endpointId);
  if (!served || !endpoint) throw new PublicError("NOT_DEPLOYED");
  const bound = new Set(bindingsOf(endpoint).map(({ functionId }) => functionId));
  const functions = served.manifest.functions.filter(({ id }) => bound.has(id));
  return {
    endpointId,
    projectId: live.projectId,
    environment,
    kind: endpoint.kind,
    slug: endpoint.slug,
    name: endpoint.name,
    description: endpoint.description,
    instructions: endpoint.instructions,
    status: live.status,
    deploymentId: served.deploymentId,
    digest: served.digest,
    tools: endpoint.tools,
    routes: endpoint.routes,
    ...(endpoint.resources && { resources: endpoint.resources }),
    ...(endpoint.prompts && { prompts: endpoint.prompts }),
    functions,
    policy: live.policies[environment],
    secretNames: [...new Set(functions.flatMap(({ permissions }) => permissions.secrets))].sort(),
  };
}

/** See `endpointManifest` in the contract. */
export const serveEndpointManifest = ({ store }: App): Pick<InternalHandlers, "getEndpointManifest"> => ({
  getEndpointManifest: ({ params: { endpointId }, query: { environment } }) =>
    store.inInstallation((scope) => readManifest(scope, endpointId, environment), { readOnly: true }),
});
