import type { Role } from "@ferrule/contract/states.ts";

interface Account {
  id: string;
  role: Role;
  status: "active" | "disabled";
}

/**
 * Why an account may not be changed, in the words of the server's own rules; null if it may. `lasting` covers changes
 * that would remove an owner: disabling, or another role.
 */
export function protectOwners(
  account: Account,
  by: Role,
  all: readonly Account[],
): { any: string | null; lasting: string | null } {
  if (account.role !== "owner") return { any: null, lasting: null };
  if (by !== "owner") {
    const reason = "Only an owner can change an owner.";
    return { any: reason, lasting: reason };
  }
  const isLast =
    account.status === "active" &&
    !all.some(({ id, role, status }) => id !== account.id && role === "owner" && status === "active");
  return { any: null, lasting: isLast ? "This is the last active owner. Make someone else an owner first." : null };
}
