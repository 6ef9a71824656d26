import { PublicError } from "@ferrule/contract/errors.ts";
import { managedReason } from "@ferrule/contract/managed-reason.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { ManagedFrom } from "@ferrule/contract/resources/managed-from.ts";
import type { Project } from "@ferrule/contract/resources/project.ts";

interface State {
  status: Project["status"];
  managedFrom: ManagedFrom | null;
}

/**
 * Refuses a mutation in an archived Project, and an edit of the source of a Project that is managed from git.
 * @throws PublicError PROJECT_ARCHIVED, INVALID_STATE
 */
export function requireEditable({ reads, whenManaged }: Operation, { status, managedFrom }: State): void {
  if (status === "archived" && !reads) throw new PublicError("PROJECT_ARCHIVED");
  if (whenManaged === "refused" && managedFrom !== null) {
    throw new PublicError("INVALID_STATE", managedReason(managedFrom));
  }
}
