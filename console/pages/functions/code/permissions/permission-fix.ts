import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { permissionKinds } from "@ferrule/contract/permissions/permission-kinds.ts";
import type { Problem } from "../../../../editor/language/language.ts";

/** The permissions plus the one that a problem lacks; null for a problem that no permission solves. */
export function permissionFix(
  { fix }: Pick<Problem, "fix">,
  now: Permissions,
): { label: string; permissions: Permissions } | null {
  if (fix === undefined) return null;
  const label = `Allow ${fix.permission === "cache" ? "the cache" : fix.name}`;
  return { label, permissions: permissionKinds[fix.permission].allow(fix.name, now) };
}

/** Whether the permissions now contain it. If so, the earlier problem is out of date. */
export const isSettled = ({ fix }: Pick<Problem, "fix">, now: Permissions): boolean =>
  fix !== undefined && permissionKinds[fix.permission].names(now).includes(fix.name);
