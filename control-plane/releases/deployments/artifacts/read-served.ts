import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Served } from "./draft-artifact.ts";
import { readPins } from "../queries/library-pins.ts";
import { readArtifact } from "../queries/read-artifact.ts";

/** The artifact that an environment serves, with the Libraries of its build; null when there is none. */
export async function readServed(scope: ProjectScope, environment: Environment): Promise<Served | null> {
  const active = await readArtifact(scope, scope.projectId, environment);
  return active && { ...active, libraries: await readPins(scope, scope.projectId, active.deploymentId) };
}
