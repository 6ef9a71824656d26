import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { ArtifactActivation } from "../activation/artifact-activation.ts";
import type { CompiledArtifact } from "../activation/compile-artifact.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";
import { keyedGrant, type KeyedGrant } from "./grant-key.ts";
import type { LiveStates } from "./live-states.ts";

/** A deployed Function, for a run that comes through no endpoint. */
export type DeployedFunction =
  | ({ kind: "deployed"; deploymentId: string; called: CompiledFunction } & KeyedGrant)
  | { kind: "nothing" }
  | { kind: "loading" };

/** The current policies of the endpoints to which the artifact binds the Function. */
function policiesOf(
  artifact: CompiledArtifact,
  states: LiveStates,
  functionId: string,
  environment: Environment,
): ("*" | Permissions)[] {
  return artifact.manifest.endpoints.flatMap(({ id, tools, routes }) => {
    const binds = [...tools, ...routes].some((binding) => binding.functionId === functionId);
    const state = binds ? states.endpoint(id) : undefined;
    return state === undefined ? [] : [state.policies[environment].permissions];
  });
}

/** Everything that at least one of the policies allows. Without a policy, everything. */
function union(policies: readonly ("*" | Permissions)[]): "*" | Permissions {
  const limited = policies.filter((policy) => policy !== "*");
  if (limited.length === 0 || limited.length < policies.length) return "*";
  return {
    secrets: limited.flatMap(({ secrets }) => secrets),
    hosts: limited.flatMap(({ hosts }) => hosts),
    collections: limited.flatMap(({ collections }) => collections),
    cache: limited.some(({ cache }) => cache),
  };
}

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
  const policy = union(policiesOf(artifact, states, functionId, environment));
  return { kind: "deployed", deploymentId, called, ...keyedGrant(called.artifact.permissions, policy) };
}
