import { PublicError } from "@ferrule/contract/errors.ts";
import { newHttpBinding, newMcpBinding } from "@ferrule/contract/resources/binding.ts";
import { newCronBinding } from "@ferrule/contract/resources/cron-binding.ts";
import { newFunction } from "@ferrule/contract/resources/function.ts";
import type { Installation } from "@ferrule/contract/resources/template.ts";
import type { App } from "../../ground/app.ts";
import { insertHttpBinding, insertMcpBinding, listToolsOf } from "../../serving/bindings/queries.ts";
import { firstOccurrence } from "../../serving/crons/bindings/first-occurrence.ts";
import { insertCronBinding } from "../../serving/crons/queries/bindings.ts";
import { importedLibraries } from "../../authoring/libraries/imported-libraries.ts";
import { insertFunction, listSlugsLike } from "../../authoring/functions/queries/functions.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import { placeOfContent } from "../../releases/deployments/queries/kept-contents.ts";
import { missingSecrets } from "../../data/secrets/queries/secrets.ts";
import { violates } from "../../ground/store/constraint.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { createCollections, grantCollections } from "./create-collections.ts";
import { freeName } from "./free-name.ts";
import { secretsOf } from "./parse-parameters.ts";
import type { TemplateContents, TemplateFunction } from "./template.ts";
import { templateSource } from "./template-source.ts";

type Created = Installation["created"];

function taken(error: unknown): never {
  if (violates(error, "http_bindings_route_taken")) {
    throw new PublicError("CONFLICT", "The endpoint has a route that matches the same requests already.");
  }
  if (violates(error, "functions_slug_taken") || violates(error, "mcp_bindings_tool_taken")) {
    throw new PublicError("CONFLICT", "Somebody has taken the same name just now. Install it again.");
  }
  throw error;
}

async function create(scope: ProjectScope, given: TemplateFunction, userId: string) {
  const slug = freeName(given.slug, new Set(await listSlugsLike(scope, given.slug)));
  const source = await templateSource(given.file, given.constants);
  const { name = slug, ...draft } = newFunction.parse({
    slug,
    name: given.name,
    source,
    permissions: given.permissions,
  });
  return insertFunction(scope, { ...draft, name, libraries: importedLibraries(source) }, userId).catch(taken);
}

async function bind(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  functionId: string,
  { tool, route }: TemplateFunction,
): Promise<Created> {
  const endpointId = endpoint.id;
  if (endpoint.kind === "mcp" && tool) {
    const bound = await listToolsOf(scope, endpoint.id);
    const names = new Set(bound.map(({ toolName }) => toolName));
    const toolName = freeName(tool.toolName, names, "_");
    const { content: _, ...given } = newMcpBinding.parse({ ...tool, functionId, toolName });
    const row = await insertMcpBinding(scope, { ...given, ...placeOfContent(null), endpointId }).catch(taken);
    return [{ kind: "mcp-binding", id: row.id, name: row.toolName }];
  }
  if (endpoint.kind === "http" && route) {
    const given = newHttpBinding.parse({ ...route, functionId });
    const row = await insertHttpBinding(scope, { ...given, endpointId }).catch(taken);
    return [{ kind: "http-binding", id: row.id, name: `${row.method} ${row.path}` }];
  }
  const kind = endpoint.kind === "mcp" ? "a tool of an MCP Endpoint" : "a route of an HTTP API";
  throw new PublicError("INVALID_STATE", `This template cannot be ${kind}.`);
}

/** Only in Development: people release it to Production, and schedule it there, when they have seen it work. */
async function scheduleCron(
  app: App,
  scope: ProjectScope,
  functionId: string,
  cron: NonNullable<TemplateFunction["cron"]>,
): Promise<Created> {
  const { retry, name = cron.name, ...given } = newCronBinding.parse({ ...cron, functionId });
  const nextRunAt = await firstOccurrence(app, scope, given);
  const row = await insertCronBinding(scope, { ...given, ...retry, name, nextRunAt });
  return [{ kind: "cron-binding", id: row.id, name: row.name }];
}

/**
 * Creates a template's missing data collections and its Functions, gives these the grants that they declare, and binds
 * them to their endpoint, if any, and crons. Everything runs in the caller's transaction. If the name of a Function or
 * tool is taken, it gets a number; a taken route is a conflict.
 * @throws PublicError CONFLICT, INVALID_STATE, VALIDATION_ERROR
 */
export async function installFunctions(
  app: App,
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow | null,
  contents: TemplateContents,
  userId: string,
): Promise<Omit<Installation, "templateId">> {
  const { collections, created } = await createCollections(scope, contents.collections ?? []);
  for (const given of contents.functions) {
    const { id, slug } = await create(scope, given, userId);
    created.push({ kind: "function", id, name: slug });
    await grantCollections(scope, collections, id, given.permissions);
    if (endpoint !== null) created.push(...(await bind(scope, endpoint, id, given)));
    if (given.cron) created.push(...(await scheduleCron(app, scope, id, given.cron)));
  }
  const requiredSecrets = secretsOf(contents);
  const lacking = await missingSecrets(scope, scope.projectId, "development", requiredSecrets);
  return { created, requiredSecrets, missingSecrets: lacking };
}
