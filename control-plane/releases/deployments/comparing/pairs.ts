import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { permissionChanges } from "@ferrule/contract/permissions/permission-uses.ts";
import type { DeploymentChange } from "../../../ground/store/tables/deployments.ts";

/** A change, and the id of what has changed. */
export type ArtifactChange = DeploymentChange & { id: string };

/** A thing of one side, and its name. */
export interface Side<T> {
  name: string;
  value: T;
}

/** Pairs items by id. Each pair is added, removed, or changed in certain fields. */
export function pairs<T>(
  kind: DeploymentChange["kind"],
  before: Map<string, Side<T>>,
  after: Map<string, Side<T>>,
  fieldsOf: (value: T) => Record<string, unknown>,
  breaking: (a: T | undefined, b: T | undefined) => string[],
  permissionsOf: (value: T) => Permissions | null = () => null,
): ArtifactChange[] {
  const changes: ArtifactChange[] = [];
  const said = (id: string, change: DeploymentChange["change"], was?: Side<T>, is?: Side<T>, fields: string[] = []) => {
    const name = (is ?? was)?.name ?? "";
    const permissions = permissionChanges(was ? permissionsOf(was.value) : null, is ? permissionsOf(is.value) : null);
    changes.push({ id, kind, name, change, fields, permissions, breaking: breaking(was?.value, is?.value) });
  };
  for (const [id, was] of before) {
    const is = after.get(id);
    if (!is) said(id, "removed", was);
    else {
      const fields = differing(fieldsOf(was.value), fieldsOf(is.value));
      if (fields.length > 0) said(id, "changed", was, is, fields);
    }
  }
  for (const [id, is] of after) if (!before.has(id)) said(id, "added", undefined, is);
  return changes.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The names of the fields that differ, sorted. */
const differing = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !sameJson(a[name], b[name])).sort();
