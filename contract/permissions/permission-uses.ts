import type { Permissions } from "../internal/permissions.ts";
import { permissionKindNames, permissionKinds, type PermissionKind, type PermissionRules } from "./permission-kinds.ts";

/** One thing that permissions name. */
export interface PermissionUse {
  kind: PermissionKind;
  name: string;
  /** As a list shows it: `orders (read)`. */
  label: string;
  /** With its kind, for a mixed list: `connection shop`, `cache`. */
  said: string;
}

/** Everything that permissions name, in the order of the kinds. */
export const permissionUses = (permissions: Permissions): PermissionUse[] =>
  permissionKindNames.flatMap((kind) => {
    const rules: PermissionRules = permissionKinds[kind];
    return rules.names(permissions).map((name) => {
      const label = rules.label(name, permissions);
      return { kind, name, label, said: kind === "cache" ? rules.one : `${rules.before ?? rules.one} ${label}` };
    });
  });

export interface PermissionChange {
  kind: PermissionKind;
  name: string;
  change: "added" | "changed" | "removed";
  /** A sentence for a reviewer: `Can now use the connection shop.` */
  said: string;
}

const sentences: Record<PermissionChange["change"], (said: string) => string> = {
  added: (said) => `Can now use the ${said}.`,
  changed: (said) => `Now uses the ${said}.`,
  removed: (said) => `No longer uses the ${said}.`,
};

/** The permissions that a Function gains, loses or changes; null: the Function does not exist on that side. */
export function permissionChanges(before: Permissions | null, after: Permissions | null): PermissionChange[] {
  const was = before === null ? [] : permissionUses(before);
  const is = after === null ? [] : permissionUses(after);
  const same = (one: PermissionUse) => (other: PermissionUse) => one.kind === other.kind && one.name === other.name;
  const told = ({ kind, name, said }: PermissionUse, change: PermissionChange["change"]): PermissionChange => ({
    kind,
    name,
    change,
    said: sentences[change](said),
  });
  return [
    ...is.flatMap((use) => {
      const earlier = was.find(same(use));
      if (earlier === undefined) return [told(use, "added")];
      return earlier.said === use.said ? [] : [told(use, "changed")];
    }),
    ...was.filter((use) => !is.some(same(use))).map((use) => told(use, "removed")),
  ];
}
