import { PublicError } from "@ferrule/contract/errors.ts";
import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { environments } from "@ferrule/contract/states.ts";
import { checkCaller } from "../../serving/auth-policies/check-caller.ts";
import { listCollectionsNamed } from "../../data/collections/queries.ts";
import { checkRecordSchema } from "../../data/collections/check-record-schema.ts";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";
import { configInSource } from "../../authoring/functions/config-in-source.ts";
import { lockFunctionsOf } from "../../authoring/functions/queries/functions.ts";
import { validationError, type Issue } from "../../ground/handler/validation-issues.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { bindingKey, grantKey } from "./manifest-parts.ts";
import { importNameOf } from "./plan-libraries.ts";

/** The issues of another resource's body check, with their paths in the manifest. */
function issuesAt(place: string, check: () => void): Issue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof PublicError) || error.code !== "VALIDATION_ERROR") throw error;
    const issues = (error.details?.["issues"] ?? []) as Issue[];
    return issues.map(({ path, message }) => ({ path: path.replace(/^body/, place), message }));
  }
}

/** Each name that occurs a second time, with its place. */
function repeated(list: string, names: readonly string[], field: string): Issue[] {
  const met = new Set<string>();
  return names.flatMap((name, index) => {
    if (met.has(name)) return [{ path: `body.manifest.${list}.${index}.${field}`, message: "stands twice" }];
    met.add(name);
    return [];
  });
}

function issuesOfLocks({ libraries }: Manifest): Issue[] {
  return libraries.flatMap((library, index) => {
    if (library.kind === "source" || library.lock === undefined) return [];
    const [root] = library.lock;
    const isOwn =
      root?.name === library.package && root.version === library.version && root.integrity === library.integrity;
    const message = "must begin with this package, version and integrity";
    return isOwn ? [] : [{ path: `body.manifest.libraries.${index}.lock`, message }];
  });
}

async function issuesOfGrants(scope: ProjectScope, manifest: Manifest): Promise<Issue[]> {
  const { grants = [], functions, collections } = manifest;
  const slugs = new Set(functions.map(({ slug }) => slug));
  const names = new Set(collections.map(({ name }) => name));
  const elsewhere = [...new Set(grants.map(({ collection }) => collection).filter((name) => !names.has(name)))];
  for (const { name } of await listCollectionsNamed(scope, elsewhere)) names.add(name);
  return [
    ...repeated("grants", grants.map(grantKey), "collection"),
    ...grants.flatMap(({ function: slug, collection }, index): Issue[] => {
      const place = `body.manifest.grants.${index}`;
      if (slug !== undefined && !slugs.has(slug))
        return [{ path: `${place}.function`, message: "does not name a Function of this manifest" }];
      if (!names.has(collection))
        return [{ path: `${place}.collection`, message: "does not name a collection of this manifest or Project" }];
      return [];
    }),
  ];
}

/**
 * Checks what a manifest's schema cannot express.
 * @throws PublicError VALIDATION_ERROR naming each place
 */
export async function checkManifest(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  manifest: Manifest,
): Promise<void> {
  const { bindings, collections, functions, libraries, policies } = manifest;
  const issues: Issue[] = [];
  if (manifest.endpoint.kind !== endpoint.kind) {
    issues.push({ path: "body.manifest.endpoint.kind", message: `must be ${endpoint.kind}, as this endpoint is` });
  }
  const own = new Set(functions.map(({ slug }) => slug));
  const elsewhere = bindings.map((one) => one.function).filter((slug) => !own.has(slug));
  const known = new Set((await lockFunctionsOf(scope, [...new Set(elsewhere)])).map(({ slug }) => slug));
  bindings.forEach((one, index) => {
    const place = `body.manifest.bindings.${index}`;
    if (one.kind !== endpoint.kind) issues.push({ path: `${place}.kind`, message: `must be ${endpoint.kind}` });
    if (!own.has(one.function) && !known.has(one.function)) {
      issues.push({ path: `${place}.function`, message: "does not name a Function of this manifest or Project" });
    }
  });
  functions.forEach((one, index) => {
    const place = `body.manifest.functions.${index}`;
    issues.push(...issuesAt(place, () => checkGivenSchemas(one)));
    issues.push(...issuesAt(place, () => configInSource(one.source)));
  });
  collections.forEach(({ schema }, index) => {
    issues.push(...issuesAt(`body.manifest.collections.${index}`, () => checkRecordSchema("schema", schema)));
  });
  issues.push(...(await issuesOfGrants(scope, manifest)));
  for (const environment of policies === undefined ? [] : environments) {
    const given = policies?.[environment];
    if (!given) continue;
    const { caller, permissions } = given;
    const check = () => checkCaller(caller, environment, { kind: endpoint.kind, permissions });
    issues.push(...issuesAt(`body.manifest.policies.${environment}`, check));
  }
  issues.push(
    ...repeated("bindings", bindings.map(bindingKey), endpoint.kind === "mcp" ? "toolName" : "path"),
    ...repeated(
      "functions",
      functions.map(({ slug }) => slug),
      "slug",
    ),
    ...repeated(
      "collections",
      collections.map(({ name }) => name),
      "name",
    ),
    ...repeated(
      "libraries",
      libraries.map(({ name }) => name),
      "name",
    ),
    ...repeated("libraries", libraries.map(importNameOf), "package"),
    ...issuesOfLocks(manifest),
  );
  if (issues.length > 0) throw validationError(issues);
}
