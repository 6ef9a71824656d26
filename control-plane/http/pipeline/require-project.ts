import { PublicError } from "@ferrule/contract/errors.ts";
import { isMutation } from "@ferrule/contract/operation.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Step 2: the active Project, from the session alone; echoed as `x-project-id`. A mutation that names another one was
 * meant for what another tab had selected, and an archived Project takes none but what only reads: 409, nothing changed.
 */
export function requireProject({ operation, project, request, reply }: Exchange): void {
  if (operation.scope !== "project") return;
  if (!project) throw new PublicError("PROJECT_NOT_SELECTED");
  reply.header("x-project-id", project.id);
  if (!isMutation(operation)) return;
  const meant = request.headers["x-project-id"];
  if (meant !== undefined && meant !== project.id) throw new PublicError("PROJECT_MISMATCH");
  if (project.status === "archived" && !operation.reads) throw new PublicError("PROJECT_ARCHIVED");
}
