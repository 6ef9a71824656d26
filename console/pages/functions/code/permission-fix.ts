import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { Problem } from "../../../editor/language/language.ts";

const added = <T>(list: readonly T[], item: T): T[] => [...list, item];

/** The permissions with what a `PERMISSION_UNDECLARED` problem says is missing added; null for every other problem. */
export function permissionFix(problem: Problem, now: Permissions): { label: string; permissions: Permissions } | null {
  if (problem.code !== "PERMISSION_UNDECLARED") return null;
  if (problem.message.includes("Set `cache`"))
    return { label: "Allow the cache", permissions: { ...now, cache: true } };
  const [, name, kind] = /Add "([^"]+)" to the (secrets|hosts|collections|connections)/.exec(problem.message) ?? [];
  if (name === undefined) return null;
  const label = `Allow ${name}`;
  if (kind === "secrets") return { label, permissions: { ...now, secrets: added(now.secrets, name) } };
  if (kind === "hosts") return { label, permissions: { ...now, hosts: added(now.hosts, name) } };
  if (kind === "connections")
    return { label, permissions: { ...now, connections: added(now.connections ?? [], name) } };
  return {
    label,
    permissions: { ...now, collections: added(now.collections, { name, access: "read-write" as const }) },
  };
}

/** Whether the permissions have it by now, which makes the earlier check's problem out of date. */
export function isSettled(problem: Problem, now: Permissions): boolean {
  const fix = permissionFix(problem, now);
  if (fix === null) return false;
  if (problem.message.includes("Set `cache`")) return now.cache;
  const name = /Add "([^"]+)"/.exec(problem.message)?.[1] ?? "";
  return (
    [...now.secrets, ...now.hosts, ...(now.connections ?? [])].includes(name) ||
    now.collections.some((one) => one.name === name)
  );
}
