// Why: docs/decisions/previews-undo-pushes.md
import { allFunctions, type FunctionRow } from "../../../authoring/functions/queries/functions.ts";
import { allLibraryRows, type LibraryRow } from "../../../authoring/libraries/queries.ts";
import { allCollections, allGrants, listNewestSchemas } from "../../../data/collections/queries.ts";
import { listConnectionNames } from "../../../data/connections/queries/connections.ts";
import { listSecretNames } from "../../../data/secrets/queries/secrets.ts";
import { found } from "../../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { allPolicies, type AuthPolicyRow } from "../../../serving/auth-policies/queries.ts";
import { allHttpBindings, allMcpBindings } from "../../../serving/bindings/queries.ts";
import { allCronBindings, type CronBindingRow } from "../../../serving/crons/queries/bindings.ts";
import { allEndpoints, type RuntimeEndpointRow } from "../../../serving/runtime-endpoints/queries.ts";
import { bindingKey, collectionPart, sortedBy, type ContentOf, type SlugOf } from "../../planning/parts.ts";
import { contentsOf } from "../../planning/read-contents.ts";
import { heldBindings, type HeldBinding } from "../../planning/plan-bindings.ts";
import type { HeldCollection } from "../../planning/plan-collections.ts";
import { grantKey, type Grant, type HeldGrant } from "../../planning/plan-grants.ts";

type Named = Awaited<ReturnType<typeof listSecretNames>>;

/** An endpoint with all that belongs to it. */
export interface HeldEndpoint {
  row: RuntimeEndpointRow;
  bindings: HeldBinding[];
  policies: AuthPolicyRow[];
}

/** Everything that a Project has of what its source says, as rows. */
export interface Held {
  functions: FunctionRow[];
  libraries: LibraryRow[];
  collections: HeldCollection[];
  grants: HeldGrant[];
  endpoints: HeldEndpoint[];
  crons: CronBindingRow[];
  connections: Named;
  secrets: Named;
  slugOf: SlugOf;
}

const byEndpoint = <T extends { endpointId: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ endpointId }) => endpointId);

/** What refers to other rows. It is read before them, so that what it refers to is there, if it still is. */
const readReferring = async (scope: ProjectScope) => ({
  grants: await allGrants(scope),
  crons: await allCronBindings(scope),
  tools: await allMcpBindings(scope),
  routes: await allHttpBindings(scope),
  policies: await allPolicies(scope),
});

type Referring = Awaited<ReturnType<typeof readReferring>>;

async function readCollections(scope: ProjectScope): Promise<HeldCollection[]> {
  const rows = sortedBy(await allCollections(scope), ({ name }) => name);
  const schemas = new Map((await listNewestSchemas(scope)).map(({ name, schema }) => [name, schema]));
  return rows.flatMap((row) => {
    const schema = schemas.get(row.name);
    return schema === undefined ? [] : [{ row, part: collectionPart(row, schema) }];
  });
}

function heldEndpoints(
  rows: readonly RuntimeEndpointRow[],
  referring: Referring,
  { slugs, contentOf }: { slugs: Names; contentOf: ContentOf },
): HeldEndpoint[] {
  const isWhole = ({ functionId }: { functionId: string | null }) => functionId === null || slugs.has(functionId);
  const offered = byEndpoint(referring.tools.filter(isWhole));
  const routes = byEndpoint(referring.routes.filter(isWhole));
  const policies = byEndpoint(referring.policies);
  const slugOf: SlugOf = (id) => found(slugs.get(id));
  const bindingsOf = (id: string) =>
    sortedBy(heldBindings(offered.get(id) ?? [], routes.get(id) ?? [], { slugOf, contentOf }), ({ part }) =>
      bindingKey(part),
    );
  return rows.map((row) => ({
    row,
    bindings: bindingsOf(row.id),
    policies: policies.get(row.id) ?? [],
  }));
}

type Names = ReadonlyMap<string, string>;

function heldGrants(rows: Referring["grants"], names: Record<"collections" | "endpoints" | "functions", Names>) {
  return rows.flatMap((row): HeldGrant[] => {
    const { environment, access, collectionId, functionId, endpointId } = row;
    const collection = names.collections.get(collectionId);
    const slug = functionId === null ? names.endpoints.get(endpointId ?? "") : names.functions.get(functionId);
    if (collection === undefined || slug === undefined) return [];
    const subject: Grant["subject"] = { kind: functionId === null ? "endpoint" : "function", slug };
    return [{ row, grant: { collection, environment, access, subject } }];
  });
}

/**
 * Reads all drafts of a Project, each table in one statement, in an order that does not depend on the installation.
 * Nothing is locked.
 */
export async function readHeld(scope: ProjectScope): Promise<Held> {
  const referring = await readReferring(scope);
  const collections = await readCollections(scope);
  const endpoints = sortedBy(await allEndpoints(scope), ({ slug }) => slug);
  const functions = sortedBy(await allFunctions(scope), ({ slug }) => slug);
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  const names = {
    functions: slugs,
    endpoints: new Map(endpoints.map(({ id, slug }) => [id, slug])),
    collections: new Map(collections.map(({ row: { id, name } }) => [id, name])),
  };
  return {
    functions,
    libraries: sortedBy(await allLibraryRows(scope), ({ name }) => name),
    collections,
    grants: sortedBy(heldGrants(referring.grants, names), ({ grant }) => grantKey(grant)),
    endpoints: heldEndpoints(endpoints, referring, { slugs, contentOf: await contentsOf(scope, referring.tools) }),
    crons: referring.crons.filter(({ functionId }) => slugs.has(functionId)),
    connections: sortedBy(await listConnectionNames(scope), ({ name }) => name),
    secrets: sortedBy(await listSecretNames(scope), ({ name }) => name),
    slugOf: (id) => found(slugs.get(id)),
  };
}
