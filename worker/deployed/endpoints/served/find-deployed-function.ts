import type { Environment } from "@ferrule/contract/states.ts";
import type { ArtifactActivation } from "../activation/artifact-activation.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";
import { keyedGrant, type KeyedGrant } from "./grant-key.ts";
import type { LiveStates } from "./live-states.ts";
import { policiesOf } from "./policies-of.ts";

/** A deployed Function, for a run that comes through no endpoint. */
export type DeployedFunction =
  | ({ kind: "deployed"; deploymentId: string; called: CompiledFunction } & KeyedGrant)
  | { kind: "nothing" }
  | { kind: "loading" };

/**
 * The Function that an environment serves on this worker, with the grant of a run without an endpoint. The grant is the
 * Function's declaration ∩ the union of the policies of its endpoints, if it has any.
 */
export function findDeployedFunction(
  activation: Pick<ArtifactActivation, "active">,
  states: LiveStates,
  { projectId, environment, functionId }: { projectId: string; environment: Environment; functionId: string },
): DeployedFunction {
  const active = activation.active({ projectId, environment });
  if (active.kind !== "compiled") return active;
  const { artifact, deploymentId } = active;
  const called = artifact.functionsById.get(functionId);
  if (called === undefined) return { kind: "nothing" };
  const policies = policiesOf(artifact, states, functionId, environment);
  return { kind: "deployed", deploymentId, called, ...keyedGrant(called.artifact.permissions, ...policies) };
}
