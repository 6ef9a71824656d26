import type { Environment } from "@ferrule/contract/states.ts";
import type { Callers } from "../../ground/ports/dependents.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { countActiveKeys } from "../api-keys/queries.ts";
import { listPoliciesOf } from "../auth-policies/queries.ts";
import { listScheduledFunctions } from "../crons/queries/bindings.ts";

/**
 * What somebody may call in an environment. An endpoint that takes only keys has no caller before it has one; every
 * other policy lets in people, tokens or senders that Ferrule cannot count.
 */
export async function findCallers(
  scope: ProjectScope,
  environment: Environment,
  endpointIds: readonly string[],
): Promise<Callers> {
  const policies = await listPoliciesOf(scope, endpointIds);
  const keys = await countActiveKeys(scope, endpointIds);
  const open = policies.filter(({ caller }) => caller.mode !== "api-key");
  const here = [...open, ...keys].filter((one) => one.environment === environment);
  return {
    endpointIds: new Set(here.map(({ endpointId }) => endpointId)),
    functionIds: new Set(await listScheduledFunctions(scope, environment)),
  };
}
