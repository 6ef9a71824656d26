import { createHash } from "node:crypto";
import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { withoutControls } from "@ferrule/contract/resources/fields.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { listPoliciesOf } from "../../serving/auth-policies/queries.ts";
import { listRoutesOf, listToolsOf } from "../../serving/bindings/queries.ts";
import { listFunctionsBoundTo } from "../../authoring/functions/queries/functions.ts";
import { found } from "../../ground/handler/not-found.ts";
import { listUsedLibraries } from "../../authoring/libraries/queries.ts";
import { collectionParts } from "./plan-collections.ts";
import { grantParts } from "./plan-grants.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import {
  bindingKey,
  endpointPart,
  functionPart,
  libraryPart,
  policyPart,
  routePart,
  sortedBy,
  toolPart,
} from "./manifest-parts.ts";

/** SHA-256 (hex) of the canonical JSON of a manifest without its own digest. */
export const digestOf = (manifest: Manifest): string =>
  createHash("sha256")
    .update(canonicalJson({ ...manifest, digest: undefined }))
    .digest("hex");

const line = (value: string) => withoutControls(value).replaceAll(/\s+/g, " ").trim() || "unnamed";

/**
 * Removes control characters from names and texts stored before they were refused, so that the export can be imported.
 */
function importable(manifest: Manifest): Manifest {
  const clean = <T extends { name?: string; title?: string | null; description?: string }>(part: T): T => ({
    ...part,
    ...(part.name === undefined ? {} : { name: line(part.name) }),
    ...(typeof part.title === "string" ? { title: line(part.title) } : {}),
    ...(part.description === undefined ? {} : { description: withoutControls(part.description) }),
  });
  return {
    ...manifest,
    endpoint: { ...clean(manifest.endpoint), instructions: withoutControls(manifest.endpoint.instructions) },
    bindings: manifest.bindings.map(clean),
    functions: manifest.functions.map(clean),
    collections: manifest.collections.map(clean),
  };
}

/** The drafts of an endpoint as a manifest: the same drafts give the same bytes in any installation. */
export async function exportManifest(scope: ProjectScope, endpoint: RuntimeEndpointRow): Promise<Manifest> {
  const functions = await listFunctionsBoundTo(scope, endpoint.id);
  const slugs = new Map(functions.map(({ id, slug }) => [id, slug]));
  const slugOf = (id: string) => found(slugs.get(id));
  const bindings = [
    ...(await listToolsOf(scope, endpoint.id)).map((row) => toolPart(row, slugOf)),
    ...(await listRoutesOf(scope, endpoint.id)).map((row) => routePart(row, slugOf)),
  ];
  const rows = await listPoliciesOf(scope, [endpoint.id]);
  const policyIn = (environment: Environment) => policyPart(found(rows.find((row) => row.environment === environment)));
  const libraries = await listUsedLibraries(scope, [...new Set(functions.flatMap((row) => row.libraries))]);
  const grants = await grantParts(scope, { endpointId: endpoint.id, functions });
  const manifest: Manifest = {
    apiVersion: "ferrule/v1",
    endpoint: endpointPart(endpoint),
    bindings: sortedBy(bindings, bindingKey),
    policies: { development: policyIn("development"), production: policyIn("production") },
    functions: sortedBy(functions.map(functionPart), ({ slug }) => slug),
    libraries: sortedBy(libraries.map(libraryPart), ({ name }) => name),
    collections: await collectionParts(scope, [
      ...functions.flatMap((row) => row.permissions.collections.map(({ name }) => name)),
      ...grants.map(({ collection }) => collection),
    ]),
    grants,
    secretRefs: [...new Set(functions.flatMap((row) => row.permissions.secrets))].sort(),
  };
  const clean = importable(manifest);
  return { ...clean, digest: digestOf(clean) };
}
