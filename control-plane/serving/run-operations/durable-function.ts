import { PublicError } from "@ferrule/contract/errors.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { findFunction } from "../../authoring/functions/queries/functions.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { findDeployedFunction, type DeployedFunction } from "../../releases/deployments/queries/deployed.ts";

/**
 * What is deployed of a durable Function.
 * @throws PublicError INVALID_STATE when nothing is, or the Function is not durable there
 */
export async function durableFunction(
  scope: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<DeployedFunction> {
  const deployed = await findDeployedFunction(scope, functionId, environment);
  if (deployed === undefined) {
    const message = (await findFunction(scope, functionId))
      ? `The Function is not deployed in ${environment}.`
      : "Its Function was deleted.";
    throw new PublicError("INVALID_STATE", message);
  }
  if (deployed.held.run !== "durable") {
    const message = `What is deployed of the Function in ${environment} is not durable. Set its run to durable and deploy it.`;
    throw new PublicError("INVALID_STATE", message);
  }
  return deployed;
}
