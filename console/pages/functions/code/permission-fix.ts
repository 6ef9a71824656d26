import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { permissionKinds } from "@ferrule/contract/permissions/permission-kinds.ts";
import type { Problem } from "../../../editor/language/language.ts";

/** The permissions with what a problem says is missing added; null for a problem that no permission settles. */
export function permissionFix(
  { fix }: Pick<Problem, "fix">,
  now: Permissions,
): { label: string; permissions: Permissions } | null {
  if (fix === undefined) return null;
  const label = `Allow ${fix.permission === "cache" ? "the cache" : fix.name}`;
  return { label, permissions: permissionKinds[fix.permission].allow(fix.name, now) };
}

/** Whether the permissions have it by now, which makes the earlier check's problem out of date. */
export const isSettled = ({ fix }: Pick<Problem, "fix">, now: Permissions): boolean =>
  fix !== undefined && permissionKinds[fix.permission].names(now).includes(fix.name);
