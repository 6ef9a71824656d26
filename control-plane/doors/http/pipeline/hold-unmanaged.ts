import type { AnyScope } from "../../../ground/store/scope.ts";
import { holdManagedFrom } from "../../../people/projects/queries.ts";
import type { Exchange } from "./exchange.ts";
import { requireUnmanaged } from "./require-unmanaged.ts";

/**
 * In the transaction of an edit of the source, checks again that the Project is not managed from git, and holds the
 * Project until the transaction ends. So no edit commits after `updateProject` has said that the Project is managed.
 * @throws PublicError INVALID_STATE
 */
export async function holdUnmanaged({ operation, project }: Exchange, scope: Pick<AnyScope, "tx">): Promise<void> {
  if (operation.whenManaged !== "refused" || !project) return;
  requireUnmanaged(operation, await holdManagedFrom(scope, project.id));
}
