import type { Actor } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { lockProject, type ProjectRow } from "./queries.ts";

/**
 * Locks the Project that a path names. To a token, every Project but its own looks as if it did not exist.
 * @throws PublicError NOT_FOUND
 */
export async function reachableProject(scope: InstallationScope, actor: Actor, id: string): Promise<ProjectRow> {
  const isForeign = actor.tokenProjectId !== null && actor.tokenProjectId !== id;
  return found(isForeign ? null : await lockProject(scope, id));
}
