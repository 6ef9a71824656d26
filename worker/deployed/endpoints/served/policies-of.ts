import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { CompiledArtifact } from "../activation/compile-artifact.ts";
import type { LiveStates } from "./live-states.ts";

/** The current permissions of the endpoints to which the artifact binds the Function. */
export function policiesOf(
  artifact: Pick<CompiledArtifact, "manifest">,
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
