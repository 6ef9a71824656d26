import type { ManifestGrant } from "@ferrule/contract/resources/manifest.ts";
import { listGrantsOf } from "../../data/collections/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { sortedBy } from "../planning/parts.ts";
import type { Grant, HeldGrant } from "../planning/plan-grants.ts";
import { endpointItself } from "./grants-of.ts";

interface Subject {
  endpointId: string;
  functions: readonly { id: string; slug: string }[];
}

const orderOf = ({ collection, environment, subject }: Grant) =>
  `${collection} ${environment} ${subject.kind === "function" ? subject.slug : ""}`;

/** The grants of an endpoint and of these Functions, in a fixed order. */
export async function readGrants(
  scope: ProjectScope,
  { endpointId, functions }: Subject,
  locking: { lock?: boolean } = {},
): Promise<HeldGrant[]> {
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  const rows = await listGrantsOf(scope, endpointId, [...slugs.keys()], locking);
  const held = rows.map(({ id, revision, collection, environment, access, functionId }): HeldGrant => {
    const subject =
      functionId === null
        ? ({ kind: "endpoint", slug: endpointItself } as const)
        : ({ kind: "function", slug: found(slugs.get(functionId)) } as const);
    return { row: { id, revision }, grant: { collection, environment, access, subject } };
  });
  return sortedBy(held, ({ grant }) => orderOf(grant));
}

/** A grant as a manifest shows it. */
export const grantPart = ({ collection, environment, access, subject }: Grant): ManifestGrant => ({
  collection,
  environment,
  ...(subject.kind === "function" ? { function: subject.slug } : {}),
  access,
});
