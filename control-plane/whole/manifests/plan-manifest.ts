import { createHash } from "node:crypto";
import type { Manifest, manifestPlan } from "@ferrule/contract/resources/manifest.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { z } from "zod";
import { listBindingsOfFunction } from "../../serving/bindings/queries.ts";
import { listCollectionsNamed } from "../../data/collections/queries.ts";
import { missingConnections } from "../../data/connections/queries/connections.ts";
import { declaredConnections } from "../../releases/deployments/artifacts/declared-connections.ts";
import { importedLibraries } from "../../authoring/libraries/imported-libraries.ts";
import { lockFunctionsOf } from "../../authoring/functions/queries/functions.ts";
import { listImportNames } from "../../authoring/libraries/queries.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import { missingSecrets } from "../../data/secrets/queries/secrets.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { approvalWarnings } from "../planning/approval-warnings.ts";
import { missingGrants } from "../planning/missing-grants.ts";
import { importNameOf } from "../planning/plan-libraries.ts";
import type { Step } from "../planning/step.ts";
import { checkManifest } from "./check-manifest.ts";
import { digestOf } from "./export-manifest.ts";
import { endpointItself, grantsOf } from "./grants-of.ts";
import { planSteps } from "./plan-steps.ts";
import { readPresent, type Present } from "./read-present.ts";

/** The plan of an import. */
export interface Plan {
  /** The steps in the order in which the import applies them. */
  steps: Step[];
  missing: z.infer<typeof manifestPlan>["missing"];
  warnings: string[];
  digest: string;
}

const secretNames = ({ functions, secretRefs, policies }: Manifest, environment: Environment) => {
  const declared = functions.flatMap(({ permissions }) => permissions.secrets);
  const signing = policies?.[environment].caller.signature?.secrets ?? [];
  return [...new Set([...declared, ...signing, ...secretRefs])].sort();
};

async function lackingLibraries(scope: ProjectScope, { functions, libraries }: Manifest): Promise<string[]> {
  const sources = [
    ...functions.map(({ source }) => source),
    ...libraries.flatMap((library) => (library.kind === "source" ? library.source : [])),
  ];
  const imported = new Set(sources.flatMap(importedLibraries));
  for (const library of libraries) imported.delete(importNameOf(library));
  const known = await listImportNames(scope, [...imported]);
  for (const { importName } of known) imported.delete(importName);
  return [...imported].sort();
}

/** Collections that the manifest's Functions declare, but that neither the manifest nor the Project has. */
async function lackingCollections(scope: ProjectScope, { functions, collections }: Manifest): Promise<string[]> {
  const declared = new Set(functions.flatMap(({ permissions }) => permissions.collections.map(({ name }) => name)));
  for (const { name } of collections) declared.delete(name);
  for (const { name } of await listCollectionsNamed(scope, [...declared])) declared.delete(name);
  return [...declared].sort();
}

/** Functions that would change although other endpoints offer them too. */
async function sharedFunctions(scope: ProjectScope, endpointId: string, steps: readonly Step[]): Promise<string[]> {
  const changed = steps.filter(({ kind, change }) => kind === "function" && change === "changed");
  const shared: string[] = [];
  for (const row of await lockFunctionsOf(
    scope,
    changed.map(({ name }) => name),
  )) {
    const bindings = await listBindingsOfFunction(scope, row.id);
    if (bindings.some((binding) => binding.endpointId !== endpointId)) shared.push(row.slug);
  }
  return shared;
}

/** The names that an environment would lack, and the sentences that say so. */
async function absentIn(scope: ProjectScope, manifest: Manifest, environment: Environment) {
  const { projectId } = scope;
  const secrets = await missingSecrets(scope, projectId, environment, secretNames(manifest, environment));
  const connections = await missingConnections(scope, projectId, environment, declaredConnections(manifest));
  const sentences = [
    ...(secrets.length === 0 ? [] : [`In ${environment} there is no secret ${secrets.join(", ")}.`]),
    ...connections.map((name) => `A Function declares the connection ${name}, which does not exist in ${environment}.`),
  ];
  return { secrets, connections, sentences };
}

/** Access that the manifest's Functions declare, and that no grant would give to them or to this endpoint. */
const lackingGrantsOf = (manifest: Manifest, { grants }: Present) =>
  missingGrants(manifest.functions, {
    grants: manifest.grants === undefined ? grants.map(({ grant }) => grant) : grantsOf(manifest),
    endpointsOf: () => [endpointItself],
  });

/** `tool look_up`, `resource handbook`. */
const lostName = (target: string) => (target.includes(":") ? target.replace(":", " ") : `tool ${target}`);

/**
 * Plans the import of a manifest into an endpoint, from rows that are locked until the transaction ends. The digest
 * covers the manifest and the state of everything that it changes, before and after.
 * @throws PublicError VALIDATION_ERROR, CONFLICT
 */
export async function planManifest(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  manifest: Manifest,
): Promise<Plan> {
  const present = await readPresent(scope, endpoint, manifest);
  checkManifest(endpoint, manifest, {
    functions: new Set(present.functions.map(({ slug }) => slug)),
    collections: new Set(present.collections.map(({ row }) => row.name)),
  });
  const steps = planSteps(scope, endpoint, { manifest, present });
  const absent = [await absentIn(scope, manifest, "development"), await absentIn(scope, manifest, "production")];
  const missing = {
    secrets: [...new Set(absent.flatMap(({ secrets }) => secrets))].sort(),
    connections: [...new Set(absent.flatMap(({ connections }) => connections))].sort(),
    libraries: await lackingLibraries(scope, manifest),
    collections: await lackingCollections(scope, manifest),
    grants: lackingGrantsOf(manifest, present),
  };
  const warnings = [
    ...(manifest.endpoint.slug === endpoint.slug
      ? []
      : [`The manifest is for "${manifest.endpoint.slug}"; this endpoint keeps its slug "${endpoint.slug}".`]),
    ...(manifest.digest === undefined || manifest.digest === digestOf(manifest)
      ? []
      : ["The manifest was edited since it was exported: its digest does not match."]),
    ...absent.flatMap(({ sentences }) => sentences),
    ...missing.collections.map((name) => `A Function declares the data collection ${name}, which does not exist.`),
    ...missing.grants.map(
      (one) => `In ${one.environment} nothing grants ${one.access} of ${one.collection} to Function ${one.function}.`,
    ),
    ...missing.libraries.map((name) => `A source imports "${name}", which does not exist: deploying will fail.`),
    ...steps
      .filter(({ kind, change }) => kind === "mcp-binding" && change === "removed")
      .map(({ name }) => `Callers lose the ${lostName(name)} with the next deployment.`),
    ...approvalWarnings(steps),
    ...(await sharedFunctions(scope, endpoint.id, steps)).map(
      (slug) => `Function ${slug} changes for other endpoints too, which offer it.`,
    ),
  ];
  const changes = steps.map(({ kind, name, change, before, after }) => ({ kind, name, change, before, after }));
  const content = canonicalJson({ endpointId: endpoint.id, manifest: digestOf(manifest), changes });
  return { steps, missing, warnings, digest: createHash("sha256").update(content).digest("hex") };
}
