import { managedReason } from "@ferrule/contract/managed-reason.ts";
import type { Operation } from "@ferrule/contract/operation.ts";
import { operations, type OperationName } from "@ferrule/contract/operations.ts";
import type { Environment, Role } from "@ferrule/contract/states.ts";
import { useMe } from "./session.ts";

const listed = new Intl.ListFormat("en", { type: "disjunction" });
const titles: Record<Role, string> = { owner: "Owner", admin: "Admin", developer: "Developer", operator: "Operator" };

/** `Owner or Admin`. */
export const listedRoles = (roles: readonly Role[]): string => listed.format(roles.map((each) => titles[each]));

/**
 * Explains in one sentence why a user with `role` cannot call an operation; null when they can. It reads the same table
 * that the server checks. `environment` matters if an operation is allowed in only one.
 */
export function disabledReason(name: OperationName, role: Role, environment?: Environment): string | null {
  const entry: Operation = operations[name];
  const { roles, rolesIn } = entry;
  if (typeof roles !== "string" && !roles.includes(role)) {
    return `Your role (${titles[role]}) does not allow this. ${listedRoles(roles)} can.`;
  }
  const there = environment === undefined ? undefined : rolesIn?.[environment];
  if (there && !there.includes(role)) {
    return `Your role (${titles[role]}) does not allow this in ${environment}. ${listedRoles(there)} can.`;
  }
  return null;
}

/** The same for the signed-in user, for any operation. */
export function useDisabledReasons(): (name: OperationName, environment?: Environment) => string | null {
  const { user, activeProject } = useMe();
  return (name, environment) => {
    const entry: Operation = operations[name];
    if (
      activeProject?.status === "archived" &&
      entry.scope === "project" &&
      entry.method !== "GET" &&
      entry.reads !== true
    )
      return "The Project is archived.";
    if (activeProject?.managedFrom && entry.whenManaged === "refused") return managedReason(activeProject.managedFrom);
    return disabledReason(name, user.role, environment);
  };
}

/** The same for one operation: `<Button disabledReason={useDisabledReason("createSecret")}>`. */
export const useDisabledReason = (name: OperationName, environment?: Environment): string | null =>
  useDisabledReasons()(name, environment);
