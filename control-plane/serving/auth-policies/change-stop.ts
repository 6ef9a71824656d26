import { PublicError } from "@ferrule/contract/errors.ts";
import type { RuntimeEndpoint } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { Audited } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { describeEndpoint } from "../runtime-endpoints/describe-endpoints.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";
import { lockPolicy, writeStop } from "./queries.ts";

/**
 * Stops an endpoint in one environment, or resumes it.
 * @throws PublicError INVALID_STATE when it is in that state already
 */
export async function changeStop(
  request: { app: App; scope: ProjectScope; params: { endpointId: string } },
  environment: Environment,
  stop: { by: string; reason: string } | null,
): Promise<Audited<RuntimeEndpoint>> {
  const { app, scope, params } = request;
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const policy = found(await lockPolicy(scope, endpoint.id, environment));
  const isStopped = policy.stoppedAt !== null;
  if (isStopped === (stop !== null)) {
    throw new PublicError("INVALID_STATE", `The endpoint is ${isStopped ? "" : "not "}stopped in ${environment}.`);
  }
  await writeStop(scope, policy.id, stop);
  return {
    answer: await describeEndpoint(scope, app, endpoint),
    audit: {
      kind: "runtime-endpoint",
      id: endpoint.id,
      name: endpoint.slug,
      changes: { environment, ...(stop === null ? {} : { reason: stop.reason }) },
    },
  };
}
