import { PublicError } from "@ferrule/contract/errors.ts";
import { isMutation } from "@ferrule/contract/operation.ts";
import type { Exchange } from "./exchange.ts";
import { requireEditable } from "./require-editable.ts";

/**
 * Step 2: the active Project, taken from the session alone and echoed as `x-project-id`. If a mutation names another
 * Project, somebody has switched Projects in another tab: 409, and nothing changes. An archived Project accepts only
 * reads, so a mutation there gets 409 too. So does an edit of the source of a Project that is managed from git.
 */
export function requireProject({ operation, project, request, reply }: Exchange): void {
  if (operation.scope !== "project") return;
  if (!project) throw new PublicError("PROJECT_NOT_SELECTED");
  reply.header("x-project-id", project.id);
  if (!isMutation(operation)) return;
  const meant = request.headers["x-project-id"];
  if (meant !== undefined && meant !== project.id) throw new PublicError("PROJECT_MISMATCH");
  requireEditable(operation, project);
}
