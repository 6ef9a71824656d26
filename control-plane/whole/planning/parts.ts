import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { routeFields, toolFields } from "@ferrule/contract/resources/binding.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { functionDraft } from "@ferrule/contract/resources/function.ts";
import { policyFields } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type {
  Manifest,
  ManifestCollection,
  ManifestBinding,
  ManifestFunction,
  ManifestLibrary,
} from "@ferrule/contract/resources/manifest.ts";
import type { AuthPolicyRow } from "../../serving/auth-policies/queries.ts";
import type { HttpBindingRow, McpBindingRow } from "../../serving/bindings/queries.ts";
import type { CollectionRow } from "../../data/collections/queries.ts";
import type { FunctionRow } from "../../authoring/functions/queries/functions.ts";
import type { LibraryRow } from "../../authoring/libraries/queries.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";

/** The slug of a Function. */
export type SlugOf = (functionId: string) => string;
/** A policy of one environment. */
export type PolicyPart = NonNullable<Manifest["policies"]>["development"];

const namedTool = toolFields.omit({ functionId: true });
const namedRoute = routeFields.omit({ functionId: true });

/** Rows as a manifest shows them: with names in place of ids, and nothing specific to this installation. */
export const endpointPart = (row: RuntimeEndpointRow): Manifest["endpoint"] => ({
  kind: row.kind,
  slug: row.slug,
  name: row.name,
  description: row.description,
  instructions: row.instructions,
  unknownArguments: row.unknownArguments,
  limits: { requestsPerMinute: row.requestsPerMinute, maxBodyBytes: row.maxBodyBytes },
});

export const toolPart = (row: McpBindingRow, slugOf: SlugOf): ManifestBinding => ({
  kind: "mcp",
  function: slugOf(row.functionId),
  ...pickFields(namedTool, row),
});

export const routePart = (row: HttpBindingRow, slugOf: SlugOf): ManifestBinding => ({
  kind: "http",
  function: slugOf(row.functionId),
  ...pickFields(namedRoute, row),
});

export const policyPart = (row: AuthPolicyRow): PolicyPart => pickFields(policyFields, row);

export const functionPart = (row: FunctionRow): ManifestFunction =>
  withoutUsual({ slug: row.slug, ...pickFields(functionDraft, row) } as ManifestFunction);

/** A Function in the one form that a manifest has of it. */
export function withoutUsual(given: ManifestFunction): ManifestFunction {
  const { tests, run, runPolicy, ...rest } = given;
  return {
    ...rest,
    ...(tests === "" || tests === undefined ? {} : { tests }),
    ...(run === "call" || run === undefined ? {} : { run }),
    ...(runPolicy === undefined || sameJson(runPolicy, defaultRunPolicy) ? {} : { runPolicy }),
  };
}

export const collectionPart = (row: CollectionRow, schema: Record<string, unknown>): ManifestCollection => ({
  name: row.name,
  description: row.description,
  schema: schema as ManifestCollection["schema"],
  uniqueKeys: row.uniqueKeys,
  indexes: row.indexes,
  ttlSeconds: row.ttlSeconds,
});

export function libraryPart(row: LibraryRow): ManifestLibrary {
  const { name, version } = row;
  if (row.kind === "source") return { kind: "source", name, version, source: row.source ?? "" };
  return {
    kind: "npm",
    name,
    package: row.package ?? name,
    version,
    ...(row.integrity === null ? {} : { integrity: row.integrity }),
    ...(row.lock === null ? {} : { lock: row.lock }),
  };
}

/** Identifies a binding within an endpoint: a tool's name, or a method with the shape of a path. */
export const bindingKey = (binding: ManifestBinding): string =>
  binding.kind === "mcp"
    ? `mcp ${binding.toolName}`
    : `http ${binding.method} ${binding.path.replaceAll(/\{[^}]*\}/g, "{}")}`;

export const bindingName = (binding: ManifestBinding): string =>
  binding.kind === "mcp" ? binding.toolName : `${binding.method} ${binding.path}`;

/** Sorts by a text in code unit order, whatever the database's collation is. */
export const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
  items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
