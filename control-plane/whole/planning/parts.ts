import { pickFields } from "@ferrule/contract/resource-fields.ts";
import { promptFields, resourceFields, routeFields, toolFields } from "@ferrule/contract/resources/binding.ts";
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
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { found } from "../../ground/handler/not-found.ts";
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

const namedTool = toolFields.omit({ functionId: true, icons: true });
const namedResource = resourceFields.omit({ functionId: true, content: true });
const namedPrompt = promptFields.omit({ functionId: true });
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

/** A kept content of a resource, by its digest. */
export type ContentOf = (digest: string) => McpContent;

/** A row of an MCP Endpoint's bindings. */
export function mcpPart(
  { toolName: name, ...row }: McpBindingRow,
  slugOf: SlugOf,
  contentOf: ContentOf,
): ManifestBinding {
  const offered = row.functionId === null ? {} : { function: slugOf(row.functionId) };
  if (row.kind === "resource") {
    const content = row.contentDigest === null ? null : contentOf(row.contentDigest);
    return {
      kind: "resource",
      ...offered,
      ...pickFields(namedResource, { ...row, name, uri: found(row.uri) }),
      content,
    };
  }
  if (row.kind === "prompt") return { kind: "prompt", ...offered, ...pickFields(namedPrompt, { ...row, name }) };
  return {
    kind: "mcp",
    function: slugOf(found(row.functionId)),
    ...pickFields(namedTool, { ...row, toolName: name }),
    ...(row.icons.length === 0 ? {} : { icons: row.icons }),
  };
}

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
  binding.kind === "http"
    ? `http ${binding.method} ${binding.path.replaceAll(/\{[^}]*\}/g, "{}")}`
    : `${binding.kind} ${binding.kind === "mcp" ? binding.toolName : binding.name}`;

/** What callers call it: `look_up`, `resource:handbook`, `GET /orders/{orderId}`. */
export function bindingName(binding: ManifestBinding): string {
  if (binding.kind === "http") return `${binding.method} ${binding.path}`;
  return binding.kind === "mcp" ? binding.toolName : targetOf(binding.kind, binding.name);
}

/** Sorts by a text in code unit order, whatever the database's collation is. */
export const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
  items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
