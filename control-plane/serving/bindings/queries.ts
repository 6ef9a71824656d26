import { revise, rowsWithin } from "../../ground/store/rows-of.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type Selectable } from "kysely";
import { json } from "../../ground/store/json.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { selectPage, type ListWish } from "../../ground/store/select-page.ts";
import type { McpBindingsTable, HttpBindingsTable } from "../../ground/store/tables/bindings.ts";

export const {
  find: findHttpBinding,
  lock: lockHttpBinding,
  remove: removeHttpBinding,
  all: allHttpBindings,
} = rowsWithin("httpBindings", "endpointId");
export const {
  find: findMcpBinding,
  lock: lockMcpBinding,
  remove: removeMcpBinding,
  all: allMcpBindings,
} = rowsWithin("mcpBindings", "endpointId");

export type McpBindingRow = Selectable<McpBindingsTable>;
export type HttpBindingRow = Selectable<HttpBindingsTable>;
export type NewMcpBinding = Omit<McpBindingRow, "id" | "projectId" | "createdAt" | "updatedAt" | "revision">;
export type NewHttpBinding = Omit<
  HttpBindingRow,
  "id" | "projectId" | "pathShape" | "createdAt" | "updatedAt" | "revision"
>;

/** `/a/{x}` and `/a/{y}` match the same requests, so both have the shape `/a/{}`. */
export const pathShapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

/** The rule for its jsonb column; empty when the column does not change. */
const storedRule = (delivery: HttpBindingRow["delivery"] | undefined) =>
  delivery === undefined ? {} : { delivery: delivery === null ? null : json(delivery) };

/** Fails with `mcp_bindings_tool_taken` when the tool name is taken. */
export const insertMcpBinding = (
  { tx, projectId }: ProjectScope,
  { annotations, ...given }: NewMcpBinding,
): Promise<McpBindingRow> =>
  tx
    .insertInto("mcpBindings")
    .values({ ...given, annotations: json(annotations), id: identifier("mcb"), projectId })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Fails with `http_bindings_route_taken` when the method and path shape are taken. */
export const insertHttpBinding = (
  { tx, projectId }: ProjectScope,
  { delivery, ...given }: NewHttpBinding,
): Promise<HttpBindingRow> =>
  tx
    .insertInto("httpBindings")
    .values({ ...given, ...storedRule(delivery), pathShape: pathShapeOf(given.path), id: identifier("htb"), projectId })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Up to `limit + 1` bindings of an endpoint, newest first. */
export const listMcpBindingRows = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  { functionId, ...wish }: ListWish & { functionId?: string | undefined },
): Promise<(McpBindingRow & { sortKey: string | null })[]> =>
  selectPage(
    tx
      .selectFrom("mcpBindings")
      .selectAll()
      .where("projectId", "=", projectId)
      .where("endpointId", "=", endpointId)
      .$if(functionId !== undefined, (query) => query.where("functionId", "=", functionId ?? "")),
    wish,
    {
      table: "mcp_bindings",
      words: sql`concat_ws(' ', tool_name, title)`,
      sorts: { name: { by: sql`tool_name`, kind: "text" } },
    },
  );

export const listHttpBindingRows = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  { functionId, ...wish }: ListWish & { functionId?: string | undefined },
): Promise<(HttpBindingRow & { sortKey: string | null })[]> =>
  selectPage(
    tx
      .selectFrom("httpBindings")
      .selectAll()
      .where("projectId", "=", projectId)
      .where("endpointId", "=", endpointId)
      .$if(functionId !== undefined, (query) => query.where("functionId", "=", functionId ?? "")),
    wish,
    {
      table: "http_bindings",
      words: sql`concat_ws(' ', method, path)`,
      sorts: { name: { by: sql`concat_ws(' ', path, method)`, kind: "text" } },
    },
  );

/** All tools of an endpoint; `lock` locks them until the transaction ends. */
export const listToolsOf = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<McpBindingRow[]> =>
  tx
    .selectFrom("mcpBindings")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .orderBy("id")
    .$if(lock, (query) => query.forUpdate())
    .execute();

/** All routes of an endpoint; `lock` locks them until the transaction ends. */
export const listRoutesOf = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<HttpBindingRow[]> =>
  tx
    .selectFrom("httpBindings")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .orderBy("id")
    .$if(lock, (query) => query.forUpdate())
    .execute();

export const changeMcpBinding = (
  scope: ProjectScope,
  id: string,
  { annotations, ...changes }: Partial<NewMcpBinding>,
): Promise<McpBindingRow> =>
  revise(scope, "mcpBindings", id, {
    ...changes,
    ...(annotations === undefined ? {} : { annotations: json(annotations) }),
  });

export const changeHttpBinding = (
  scope: ProjectScope,
  id: string,
  { delivery, ...changes }: Partial<NewHttpBinding>,
): Promise<HttpBindingRow> =>
  revise(scope, "httpBindings", id, {
    ...changes,
    ...storedRule(delivery),
    ...(changes.path === undefined ? {} : { pathShape: pathShapeOf(changes.path) }),
  });

/** The tools and routes of a Function, at most 50 of each. */
export async function listBindingsOfFunction(
  { tx, projectId }: ProjectScope,
  functionId: string,
): Promise<{ kind: "mcp" | "http"; id: string; endpointId: string; name: string }[]> {
  const tools = await tx
    .selectFrom("mcpBindings")
    .select(["id", "endpointId", "toolName"])
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
    ...tools.map(({ id, endpointId, toolName }) => ({ kind: "mcp" as const, id, endpointId, name: toolName })),
    ...routes.map(({ id, endpointId, method, path }) => ({
      kind: "http" as const,
      id,
      endpointId,
      name: `${method} ${path}`,
    })),
  ];
}
