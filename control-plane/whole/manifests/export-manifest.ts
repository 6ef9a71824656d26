import { createHash } from "node:crypto";
import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { listPoliciesOf } from "../../serving/auth-policies/queries.ts";
import { listRoutesOf, listToolsOf } from "../../serving/bindings/queries.ts";
import { listFunctionsBoundTo } from "../../authoring/functions/queries/functions.ts";
import { found } from "../../ground/handler/not-found.ts";
import { listUsedLibraries } from "../../authoring/libraries/queries.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { cleanTexts } from "../planning/clean-texts.ts";
import {
  bindingKey,
  endpointPart,
  functionPart,
  libraryPart,
  mcpPart,
  policyPart,
  routePart,
  sortedBy,
} from "../planning/parts.ts";
import { contentsOf } from "../planning/read-contents.ts";
import { readCollections } from "./read-collections.ts";
import { grantPart, readGrants } from "./read-grants.ts";

/** SHA-256 (hex) of the canonical JSON of a manifest without its own digest. */
export const digestOf = (manifest: Manifest): string =>
  createHash("sha256")
    .update(canonicalJson({ ...manifest, digest: undefined }))
    .digest("hex");

/**
 * Removes control characters from names and texts stored before they were refused, so that the export can be imported.
 */
function importable(manifest: Manifest): Manifest {
  return {
    ...manifest,
    endpoint: cleanTexts(manifest.endpoint),
    bindings: manifest.bindings.map(cleanTexts),
    functions: manifest.functions.map(cleanTexts),
    collections: manifest.collections.map(cleanTexts),
  };
}

/** The drafts of an endpoint as a manifest: the same drafts give the same bytes in any installation. */
export async function exportManifest(scope: ProjectScope, endpoint: RuntimeEndpointRow): Promise<Manifest> {
  const functions = await listFunctionsBoundTo(scope, endpoint.id);
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  const slugOf = (id: string) => found(slugs.get(id));
  const offered = await listToolsOf(scope, endpoint.id);
  const contentOf = await contentsOf(scope, offered);
  const bindings = [
    ...offered.map((row) => mcpPart(row, slugOf, contentOf)),
    ...(await listRoutesOf(scope, endpoint.id)).map((row) => routePart(row, slugOf)),
  ];
  const rows = await listPoliciesOf(scope, [endpoint.id]);
  const policyIn = (environment: Environment) => policyPart(found(rows.find((row) => row.environment === environment)));
  const libraries = await listUsedLibraries(scope, [...new Set(functions.flatMap((row) => row.libraries))]);
  const grants = (await readGrants(scope, { endpointId: endpoint.id, functions })).map(({ grant }) => grantPart(grant));
  const names = [
    ...functions.flatMap((row) => row.permissions.collections.map(({ name }) => name)),
    ...grants.map(({ collection }) => collection),
  ];
  const manifest: Manifest = {
    apiVersion: "ferrule/v1",
    endpoint: endpointPart(endpoint),
    bindings: sortedBy(bindings, bindingKey),
    policies: { development: policyIn("development"), production: policyIn("production") },
    functions: sortedBy(functions.map(functionPart), ({ slug }) => slug),
    libraries: sortedBy(libraries.map(libraryPart), ({ name }) => name),
    collections: (await readCollections(scope, names)).map(({ part }) => part),
    grants,
    secretRefs: [...new Set(functions.flatMap((row) => row.permissions.secrets))].sort(),
  };
  const clean = importable(manifest);
  return { ...clean, digest: digestOf(clean) };
}
