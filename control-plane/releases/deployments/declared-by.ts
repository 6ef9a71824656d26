import type { ProjectScope } from "../../ground/store/scope.ts";
import { declaredConnections } from "./declared-connections.ts";
import { readDeclared, type Declared } from "./queries/artifacts.ts";
import { readArtifactOf } from "./queries/read-artifact.ts";

/** The secrets and connections that the Functions of an artifact declare. One from before is read for its connections. */
export async function declaredBy(scope: ProjectScope, digest: string): Promise<Declared> {
  const { secretNames, connectionNames } = await readDeclared(scope, digest);
  if (connectionNames !== null) return { secretNames, connectionNames };
  return { secretNames, connectionNames: declaredConnections(await readArtifactOf(scope, scope.projectId, digest)) };
}
