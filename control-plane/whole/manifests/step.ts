import { operations } from "@ferrule/contract/operations.ts";
import type { PlannedChange } from "@ferrule/contract/resources/manifest.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";

/** Roles that may change Functions, Libraries, bindings and an endpoint's texts. */
export const authors: readonly Role[] = operations.updateFunction.roles;
/** Roles that may change auth policies. */
export const keepers: readonly Role[] = operations.replaceAuthPolicy.roles;

export interface Step extends Omit<PlannedChange, "allowed"> {
  roles: readonly Role[];
  /** The complete state before and after; both count in the plan's digest. Null: the thing does not exist then. */
  before: unknown;
  after: unknown;
  /** Makes the change, in the transaction that planned it; steps run in the order of the plan. */
  apply: (userId: string) => Promise<void>;
}

type Given = Pick<Step, "kind" | "name" | "roles" | "apply"> & { before: object | null; after: object | null };

/** The names of the fields that differ, sorted. */
function differing(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]));
}

/** A step, or none when nothing differs. */
export function stepOf({ before, after, ...given }: Given): Step[] {
  if (before === null || after === null) {
    return [{ ...given, before, after, change: before === null ? "added" : "removed", fields: [] }];
  }
  const fields = differing(before as Record<string, unknown>, after as Record<string, unknown>);
  return fields.length === 0 ? [] : [{ ...given, before, after, change: "changed", fields }];
}
