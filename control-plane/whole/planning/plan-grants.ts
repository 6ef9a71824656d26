import type { ManifestGrant } from "@ferrule/contract/resources/manifest.ts";
import { putGrant, removeGrant } from "../../data/collections/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { KnownIds } from "./known-ids.ts";
import { authors, stepOf, type Read, type Step } from "./step.ts";

/** Access to a collection, of a Function or of everything behind an endpoint, by its slug. */
export interface Grant extends Pick<ManifestGrant, "collection" | "environment" | "access"> {
  subject: { kind: "function" | "endpoint"; slug: string };
}

/** A grant that the Project has. */
export interface HeldGrant {
  row: Read;
  grant: Grant;
}

/** Identifies a grant among those of a Project. */
export const grantKey = ({ collection, environment, subject }: Grant): string =>
  `${collection} ${environment} ${subject.kind} ${subject.slug}`;

/** What a plan calls a grant. */
export type GrantName = (grant: Grant) => string;

const told = ({ access }: Grant) => ({ access });
const shared = { kind: "data-collection-grant" as const, roles: authors };

async function write(scope: ProjectScope, ids: KnownIds, { collection, subject, ...given }: Grant): Promise<void> {
  const collectionId = found(ids.collections.get(collection));
  const isFunction = subject.kind === "function";
  const subjectId = found((isFunction ? ids.functions : ids.endpoints).get(subject.slug));
  const of = isFunction ? { functionId: subjectId, endpointId: null } : { functionId: null, endpointId: subjectId };
  await putGrant(scope, { ...given, collectionId, ...of });
}

/** What is written so that the Project has these grants. Its other grants stay. */
export function planGrants(
  scope: ProjectScope,
  given: readonly Grant[],
  { held, ids, nameOf }: { held: readonly HeldGrant[]; ids: KnownIds; nameOf: GrantName },
): Step<"data-collection-grant">[] {
  const byKey = new Map(held.map((one) => [grantKey(one.grant), one]));
  return given.flatMap((after) => {
    const before = byKey.get(grantKey(after));
    return stepOf({
      ...shared,
      row: before?.row,
      name: nameOf(after),
      within: after.collection,
      before: before === undefined ? null : told(before.grant),
      after: told(after),
      apply: () => write(scope, ids, after),
    });
  });
}

/** The grants that are not among the given ones. */
export function lackingGrants(given: readonly Grant[], held: readonly HeldGrant[]): HeldGrant[] {
  const wanted = new Set(given.map(grantKey));
  return held.filter(({ grant }) => !wanted.has(grantKey(grant)));
}

export const removeGrants = (
  scope: ProjectScope,
  held: readonly HeldGrant[],
  nameOf: GrantName,
): Step<"data-collection-grant">[] =>
  held.flatMap(({ row, grant }) =>
    stepOf({
      ...shared,
      row,
      name: nameOf(grant),
      within: grant.collection,
      before: told(grant),
      after: null,
      apply: () => removeGrant(scope, row.id),
    }),
  );
