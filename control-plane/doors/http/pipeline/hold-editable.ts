import { isMutation } from "@ferrule/contract/operation.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { holdProject } from "../../../people/projects/queries.ts";
import type { Exchange } from "./exchange.ts";
import { requireEditable } from "./require-editable.ts";

/**
 * In the transaction of a change in a Project, checks again that the Project can be changed, and holds the Project until
 * the transaction ends. So no change commits after somebody was told that the Project is archived or managed from git.
 * @throws PublicError PROJECT_ARCHIVED, INVALID_STATE
 */
export async function holdEditable({ operation, project }: Exchange, scope: Pick<AnyScope, "tx">): Promise<void> {
  if (operation.scope !== "project" || !isMutation(operation) || operation.reads || !project) return;
  const held = await holdProject(scope, project.id, operation.alone ? "alone" : "shared");
  if (held) requireEditable(operation, held);
}
