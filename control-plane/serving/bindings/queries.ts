import { revise, rowsWithin } from "../../ground/store/rows/rows-of.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { uriShape } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { sql, type Selectable } from "kysely";
import { taken } from "./taken.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { McpBindingsTable, HttpBindingsTable } from "../../ground/store/tables/bindings.ts";

const tools = rowsWithin("mcpBindings", "endpointId");
const routes = rowsWithin("httpBindings", "endpointId");
export const { find: findMcpBinding, lock: lockMcpBinding, remove: removeMcpBinding, all: allMcpBindings } = tools;
export const { find: findHttpBinding, lock: lockHttpBinding, remove: removeHttpBinding, all: allHttpBindings } = routes;

/** What an MCP binding of any endpoint of the Project keeps. */
export const findAnyMcpBinding = ({ tx, projectId }: ProjectScope, id: string) =>
  tx
    .selectFrom("mcpBindings")
    .select(["contentDigest", "messages"])
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();

export type McpBindingRow = Selectable<McpBindingsTable>;
export type HttpBindingRow = Selectable<HttpBindingsTable>;
export type NewMcpBinding = Omit<
  McpBindingRow,
  "id" | "projectId" | "uriShape" | "createdAt" | "updatedAt" | "revision"
>;
export type NewHttpBinding = Omit<
  HttpBindingRow,
  "id" | "projectId" | "pathShape" | "createdAt" | "updatedAt" | "revision"
>;

/** `/a/{x}` and `/a/{y}` match the same requests, so both have the shape `/a/{}`. */
export const pathShapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

const shapeOfUri = (uri: string | null): string | null => (uri === null ? null : uriShape(uri));

/** Fails with `mcp_bindings_tool_taken` or `mcp_bindings_uri_taken` when the name or the URI is taken. */
export const insertMcpBinding = (scope: ProjectScope, given: NewMcpBinding): Promise<McpBindingRow> =>
  tools.insert(scope, { ...given, uriShape: shapeOfUri(given.uri), id: identifier("mcb") });

/** Fails with `http_bindings_route_taken` when the method and path shape are taken. */
export const insertHttpBinding = (scope: ProjectScope, given: NewHttpBinding): Promise<HttpBindingRow> =>
  routes.insert(scope, { ...given, pathShape: pathShapeOf(given.path), id: identifier("htb") });

/** Up to `limit + 1` bindings, newest first. */
export const listMcpBindingRows = tools.pages({
  filters: ["endpointId", "functionId", "kind"],
  words: sql`concat_ws(' ', tool_name, title, uri)`,
  sorts: { name: { by: sql`tool_name`, kind: "text" } },
});
export const listHttpBindingRows = routes.pages({
  filters: ["endpointId", "functionId"],
  words: sql`concat_ws(' ', method, path)`,
  sorts: { name: { by: sql`concat_ws(' ', path, method)`, kind: "text" } },
});

/** All bindings of an MCP Endpoint; `lock` locks them until the transaction ends. */
export const listToolsOf = (scope: ProjectScope, endpointId: string, how?: { lock?: boolean }) =>
  tools.list(scope, { endpointId }, how);

/** All routes of an endpoint; `lock` locks them until the transaction ends. */
export const listRoutesOf = (scope: ProjectScope, endpointId: string, how?: { lock?: boolean }) =>
  routes.list(scope, { endpointId }, how);

export const changeMcpBinding = (
  scope: ProjectScope,
  id: string,
  changes: Partial<NewMcpBinding>,
): Promise<McpBindingRow> => {
  const shape = changes.uri === undefined ? undefined : shapeOfUri(changes.uri);
  return revise(scope, "mcpBindings", id, { ...changes, uriShape: shape });
};

export const changeHttpBinding = (
  scope: ProjectScope,
  id: string,
  changes: Partial<NewHttpBinding>,
): Promise<HttpBindingRow> => {
  const pathShape = changes.path === undefined ? undefined : pathShapeOf(changes.path);
  return revise(scope, "httpBindings", id, { ...changes, pathShape });
};

/**
 * Carries out changes of bindings after which two resources may not have one URI. In between they may, so that two can
 * swap theirs.
 * @throws PublicError CONFLICT when two have one
 */
export async function changingUris({ tx }: ProjectScope, change: () => Promise<void>): Promise<void> {
  await sql`set constraints mcp_bindings_uri_taken deferred`.execute(tx);
  await change();
  await sql`set constraints mcp_bindings_uri_taken immediate`.execute(tx).catch(taken);
}

/** The bindings of a Function, at most 50 of each kind of endpoint. */
export async function listBindingsOfFunction(
  { tx, projectId }: ProjectScope,
  functionId: string,
): Promise<{ kind: "mcp" | "http"; id: string; endpointId: string; name: string }[]> {
  const tools = await tx
    .selectFrom("mcpBindings")
    .select(["id", "endpointId", "kind", "toolName"])
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .limit(50)
    .execute();
  const routes = await tx
    .selectFrom("httpBindings")
    .select(["id", "endpointId", "method", "path"])
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .limit(50)
    .execute();
  return [
    ...tools.map(({ id, endpointId, kind, toolName }) => ({
      kind: "mcp" as const,
      id,
      endpointId,
      name: targetOf(kind, toolName),
    })),
    ...routes.map(({ id, endpointId, method, path }) => ({
      kind: "http" as const,
      id,
      endpointId,
      name: `${method} ${path}`,
    })),
  ];
}
