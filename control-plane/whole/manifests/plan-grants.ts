import type { Manifest, ManifestGrant, MissingGrant } from "@ferrule/contract/resources/manifest.ts";
import { environments } from "@ferrule/contract/states.ts";
import { listCollectionsNamed, listGrantsOf, putGrant, removeGrant } from "../../data/collections/queries.ts";
import { lockFunctionsOf } from "../../authoring/functions/queries/functions.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { grantKey, sortedBy } from "./manifest-parts.ts";
import { authors, stepOf, type Step } from "./step.ts";

interface Present {
  id: string;
  part: ManifestGrant;
}

interface Subject {
  endpointId: string;
  functions: readonly { id: string; slug: string }[];
}

async function readGrants(
  scope: ProjectScope,
  { endpointId, functions }: Subject,
  locking: { lock?: boolean } = {},
): Promise<Present[]> {
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  const rows = await listGrantsOf(scope, endpointId, [...slugs.keys()], locking);
  const present = rows.map(({ id, collection, environment, access, functionId }): Present => {
    const subject = functionId === null ? {} : { function: found(slugs.get(functionId)) };
    return { id, part: { collection, environment, ...subject, access } };
  });
  return sortedBy(present, ({ part }) => grantKey(part));
}

/** The grants of an endpoint and these Functions, as a manifest shows them, in a fixed order. */
export const grantParts = async (scope: ProjectScope, subject: Subject): Promise<ManifestGrant[]> =>
  (await readGrants(scope, subject)).map(({ part }) => part);

async function subjectOf(scope: ProjectScope, endpoint: RuntimeEndpointRow, { functions }: Manifest): Promise<Subject> {
  const slugs = functions.map(({ slug }) => slug);
  return { endpointId: endpoint.id, functions: await lockFunctionsOf(scope, slugs) };
}

async function write(scope: ProjectScope, endpointId: string, given: ManifestGrant): Promise<void> {
  const { collection, environment, access, function: slug } = given;
  // We look these up only now, because an earlier step may have created them.
  const { id: collectionId } = found((await listCollectionsNamed(scope, [collection]))[0]);
  const subject =
    slug === undefined
      ? { endpointId, functionId: null }
      : { endpointId: null, functionId: found((await lockFunctionsOf(scope, [slug]))[0]).id };
  await putGrant(scope, { collectionId, environment, access, ...subject });
}

const nameOf = ({ collection, environment, function: slug }: ManifestGrant) =>
  `${collection}: ${slug ?? "the endpoint"} in ${environment}`;

/**
 * The changes that a manifest would make to the grants of its endpoint and Functions; none if it does not mention
 * grants.
 */
export async function planGrants(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  manifest: Manifest,
): Promise<Step[]> {
  const { grants } = manifest;
  if (grants === undefined) return [];
  const present = await readGrants(scope, await subjectOf(scope, endpoint, manifest), { lock: true });
  const held = new Map(present.map((one) => [grantKey(one.part), one]));
  const wanted = new Map(grants.map((one) => [grantKey(one), one]));
  const gone = present.filter(({ part }) => !wanted.has(grantKey(part)));
  const shared = { kind: "data-collection-grant" as const, roles: authors };
  const removed = gone.flatMap(({ id, part }) =>
    stepOf({
      ...shared,
      name: nameOf(part),
      before: { access: part.access },
      after: null,
      apply: () => removeGrant(scope, id),
    }),
  );
  const written = sortedBy(grants, grantKey).flatMap((after) => {
    const before = held.get(grantKey(after))?.part;
    return stepOf({
      ...shared,
      name: nameOf(after),
      before: before ? { access: before.access } : null,
      after: { access: after.access },
      apply: () => write(scope, endpoint.id, after),
    });
  });
  return sortedBy([...removed, ...written], ({ name }) => name);
}

/** Collections that the manifest's Functions declare, but that no grant would open to them after the import. */
export async function lackingGrants(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  manifest: Manifest,
): Promise<MissingGrant[]> {
  const given = manifest.grants ?? (await grantParts(scope, await subjectOf(scope, endpoint, manifest)));
  const allowed = new Set(
    given.flatMap(({ collection, environment, function: slug = "", access }) =>
      access.split("-").map((way) => `${collection} ${environment} ${slug} ${way}`),
    ),
  );
  return manifest.functions.flatMap(({ slug, permissions }) =>
    permissions.collections.flatMap(({ name, access }) =>
      environments
        .filter((environment) =>
          access
            .split("-")
            .some((way) => ["", slug].every((subject) => !allowed.has(`${name} ${environment} ${subject} ${way}`))),
        )
        .map((environment) => ({ function: slug, collection: name, access, environment })),
    ),
  );
}
