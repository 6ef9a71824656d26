import type { Actor } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { lockProject, type ProjectRow } from "./queries.ts";

/**
 * The Project that a path names, locked for a change of it, or only kept from deletion. To a token, every Project but
 * its own looks as if it did not exist.
 * @throws PublicError NOT_FOUND
 */
export async function reachableProject(
  scope: InstallationScope,
  actor: Actor,
  id: string,
  take = lockProject,
): Promise<ProjectRow> {
  const isForeign = actor.tokenProjectId !== null && actor.tokenProjectId !== id;
  return found(isForeign ? null : await take(scope, id));
}
