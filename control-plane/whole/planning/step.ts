import { operations } from "@ferrule/contract/operations.ts";
import type { PlannedChange } from "@ferrule/contract/resources/manifest.ts";
import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import type { Role } from "@ferrule/contract/states.ts";
import type { Actor } from "../../ground/handler/handler.ts";

/** Roles that may change Functions, Libraries, bindings and an endpoint's texts. */
export const authors: readonly Role[] = operations.updateFunction.roles;
/** Roles that may change auth policies. */
export const keepers: readonly Role[] = operations.replaceAuthPolicy.roles;

/** What a manifest may change, and what a Project's source may change beside it. */
export type ManifestKind = PlannedChange["kind"];
export type StepKind = ProjectSourcePlan["changes"][number]["kind"];

/** A row as it was read. */
export interface Read {
  id: string;
  revision: number;
}

/** How a step is applied. */
export interface Applying {
  /** The author of new revisions. */
  userId: string;
  /** Everything is rolled back afterwards, so a step leaves out work of which nothing is shown. */
  isRehearsal: boolean;
}

export interface Step<Kind extends StepKind = ManifestKind> extends Omit<PlannedChange, "allowed" | "kind"> {
  kind: Kind;
  /** Of a binding or a policy, the endpoint's slug; of a grant, the collection's name; otherwise null. */
  within: string | null;
  /** The row that it changes or removes, as it was read; null where it adds one. */
  row: Read | null;
  roles: readonly Role[];
  /** The complete state now and after: both are part of the plan's digest. Null: nothing. */
  before: unknown;
  after: unknown;
  /** Makes the change, in the transaction that planned it; steps run in the order of the plan. */
  apply: (applying: Applying) => Promise<unknown>;
}

type Given<Kind extends StepKind> = Pick<Step<Kind>, "kind" | "name" | "roles" | "apply"> & {
  within?: string;
  row: Read | null | undefined;
  before: object | null;
  after: object | null;
};

/** The names of the fields that differ, sorted. */
function differing(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.filter((name) => !sameJson(before[name], after[name]));
}

/** A step, or none when nothing differs. */
export function stepOf<Kind extends StepKind>(given: Given<Kind>): Step<Kind>[] {
  const { before, after, row } = given;
  const read = row ? { id: row.id, revision: row.revision } : null;
  const step = { ...given, within: given.within ?? null, row: read };
  if (before === null || after === null) {
    return [{ ...step, change: before === null ? "added" : "removed", fields: [] }];
  }
  const fields = differing(before as Record<string, unknown>, after as Record<string, unknown>);
  return fields.length === 0 ? [] : [{ ...step, change: "changed", fields }];
}

/** Every role that the caller acts with must allow it. */
export const isAllowed = ({ roles }: Pick<Step, "roles">, actor: Pick<Actor, "roles">): boolean =>
  actor.roles.every((role) => roles.includes(role));
