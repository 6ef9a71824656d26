import { PublicError } from "@ferrule/contract/errors.ts";
import { managedReason } from "@ferrule/contract/managed-reason.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import type { ManagedFrom } from "@ferrule/contract/resources/managed-from.ts";

/**
 * Refuses an operation that edits the source of a Project while the Project is managed from git.
 * @throws PublicError INVALID_STATE
 */
export function requireUnmanaged({ whenManaged }: Operation, managedFrom: ManagedFrom | null): void {
  if (whenManaged === "refused" && managedFrom !== null) {
    throw new PublicError("INVALID_STATE", managedReason(managedFrom));
  }
}
