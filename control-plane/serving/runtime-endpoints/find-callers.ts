import type { Environment } from "@ferrule/contract/states.ts";
import type { Callers } from "../../ground/ports/dependents.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { countActiveKeys } from "../api-keys/queries.ts";
import { listOpenEndpoints } from "../auth-policies/queries.ts";
import { listScheduledFunctions } from "../crons/queries/bindings.ts";

/**
 * What somebody may call in an environment. An endpoint that takes only keys has no caller before it has one; every
 * other policy lets in people, tokens or senders that Ferrule cannot count.
 */
export async function findCallers(
  scope: AnyScope,
  projectId: string,
  environment: Environment,
  endpointIds: readonly string[],
): Promise<Callers> {
  const open = await listOpenEndpoints(scope, projectId, environment, endpointIds);
  const keys = await countActiveKeys(scope, projectId, endpointIds);
  const withKeys = keys.filter((one) => one.environment === environment).map(({ endpointId }) => endpointId);
  return {
    endpointIds: new Set([...open, ...withKeys]),
    functionIds: new Set(await listScheduledFunctions(scope, projectId, environment)),
  };
}
