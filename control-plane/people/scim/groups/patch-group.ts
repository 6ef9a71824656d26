import type { GroupFields } from "../../directory/queries/groups.ts";
import { plainPath, type Filter } from "../filter/parse-filter.ts";
import type { PatchStep } from "../patch/read-patch.ts";
import { ScimError } from "../scim-error.ts";
import { readGroupFields, readMembers } from "./read-group.ts";

/** The effect of a PATCH on a group. With `isWhole`, it replaces all members; otherwise it adds and removes members. */
export interface GroupChange {
  fields: GroupFields;
  isWhole: boolean;
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

/** The ids of `value eq "…"`, one or several with `or`. */
function idsOf(filter: Filter): string[] {
  if (filter.op === "or") return filter.filters.flatMap(idsOf);
  if (filter.op === "eq" && plainPath(filter.attrPath) === "value" && typeof filter.compValue === "string") {
    return [filter.compValue];
  }
  throw new ScimError(400, 'Members are named by value eq "…".', "invalidFilter");
}

/** The members that a step names; null for all. */
function namedBy({ op, path: { filter }, value }: PatchStep): string[] | null {
  const sent = readMembers(value);
  if (filter !== null) return idsOf(filter);
  return op === "remove" && sent.length === 0 ? null : sent;
}

/** Reads the steps of a PATCH as one change. It ignores attributes that we do not keep. @throws ScimError */
export function patchGroup(before: GroupFields, steps: readonly PatchStep[]): GroupChange {
  const loose: { displayname: unknown; externalid: unknown } = {
    displayname: before.displayName,
    externalid: before.externalId,
  };
  const [added, removed] = [new Set<string>(), new Set<string>()];
  let isWhole = false;
  for (const step of steps) {
    const { op, path, value } = step;
    if (path.attribute === "displayname" || path.attribute === "externalid") {
      loose[path.attribute] = op === "remove" ? undefined : value;
    }
    if (path.attribute !== "members") continue;
    const named = namedBy(step);
    if (named === null || (op === "replace" && path.filter === null)) {
      isWhole = true;
      added.clear();
      removed.clear();
    }
    for (const id of named ?? []) {
      (op === "remove" ? added : removed).delete(id);
      (op === "remove" ? removed : added).add(id);
    }
  }
  return { fields: readGroupFields(loose), isWhole, added, removed };
}
