import type { HttpMethod } from "@ferrule/contract/states.ts";
import type { ArtifactTool } from "@ferrule/contract/internal/artifact.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { ColumnType, Generated, Selectable } from "kysely";
import { json } from "../jobs/records.ts";
import type { ProjectScope } from "../store/scope.ts";

interface BindingColumns {
  id: string;
  projectId: string;
  endpointId: string;
  functionId: string;
  description: string;
  enabled: boolean;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface McpBindingsTable extends BindingColumns {
  toolName: string;
  title: string | null;
  annotations: ColumnType<ArtifactTool["annotations"], ArtifactTool["annotations"], ArtifactTool["annotations"]>;
}

export interface HttpBindingsTable extends BindingColumns {
  method: HttpMethod;
  path: string;
  /** The path without its parameters' names. */
  pathShape: string;
  successStatus: number;
}

export interface BindingTables {
  mcpBindings: McpBindingsTable;
  httpBindings: HttpBindingsTable;
}

export type McpBindingRow = Selectable<McpBindingsTable>;
export type HttpBindingRow = Selectable<HttpBindingsTable>;
export type NewMcpBinding = Omit<McpBindingRow, "id" | "projectId" | "createdAt" | "updatedAt" | "revision">;
export type NewHttpBinding = Omit<
  HttpBindingRow,
  "id" | "projectId" | "pathShape" | "createdAt" | "updatedAt" | "revision"
>;

/** `/a/{x}` and `/a/{y}` match the same requests: both have the shape `/a/{}`. */
export const pathShapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

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
export const insertHttpBinding = ({ tx, projectId }: ProjectScope, given: NewHttpBinding): Promise<HttpBindingRow> =>
  tx
    .insertInto("httpBindings")
    .values({ ...given, pathShape: pathShapeOf(given.path), id: identifier("htb"), projectId })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findMcpBinding = (
  scope: ProjectScope,
  endpointId: string,
  id: string,
): Promise<McpBindingRow | undefined> =>
  scope.tx
    .selectFrom("mcpBindings")
    .selectAll()
    .where("projectId", "=", scope.projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .executeTakeFirst();

export const findHttpBinding = (
  scope: ProjectScope,
  endpointId: string,
  id: string,
): Promise<HttpBindingRow | undefined> =>
  scope.tx
    .selectFrom("httpBindings")
    .selectAll()
    .where("projectId", "=", scope.projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Reads and locks a binding of an endpoint until the transaction ends. */
export const lockMcpBinding = (
  scope: ProjectScope,
  endpointId: string,
  id: string,
): Promise<McpBindingRow | undefined> =>
  scope.tx
    .selectFrom("mcpBindings")
    .selectAll()
    .where("projectId", "=", scope.projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const lockHttpBinding = (
  scope: ProjectScope,
  endpointId: string,
  id: string,
): Promise<HttpBindingRow | undefined> =>
  scope.tx
    .selectFrom("httpBindings")
    .selectAll()
    .where("projectId", "=", scope.projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Up to `limit + 1` bindings of an endpoint, newest first. */
export const listMcpBindingRows = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  limit: number,
  before: string | undefined,
): Promise<McpBindingRow[]> =>
  tx
    .selectFrom("mcpBindings")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

export const listHttpBindingRows = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  limit: number,
  before: string | undefined,
): Promise<HttpBindingRow[]> =>
  tx
    .selectFrom("httpBindings")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

/** All tools of an endpoint; `lock`: until the transaction ends. */
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

/** All routes of an endpoint; `lock`: until the transaction ends. */
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
  { tx, projectId }: ProjectScope,
  id: string,
  { annotations, ...changes }: Partial<NewMcpBinding>,
): Promise<McpBindingRow> =>
  tx
    .updateTable("mcpBindings")
    .set(({ eb }) => ({
      ...changes,
      ...(annotations === undefined ? {} : { annotations: json(annotations) }),
      updatedAt: new Date(),
      revision: eb("revision", "+", 1),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const changeHttpBinding = (
  { tx, projectId }: ProjectScope,
  id: string,
  changes: Partial<NewHttpBinding>,
): Promise<HttpBindingRow> =>
  tx
    .updateTable("httpBindings")
    .set(({ eb }) => ({
      ...changes,
      ...(changes.path === undefined ? {} : { pathShape: pathShapeOf(changes.path) }),
      updatedAt: new Date(),
      revision: eb("revision", "+", 1),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeMcpBinding({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("mcpBindings").where("projectId", "=", projectId).where("id", "=", id).execute();
}

export async function removeHttpBinding({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("httpBindings").where("projectId", "=", projectId).where("id", "=", id).execute();
}

/** What a Function is bound to: tools and routes, at most 50 of each. */
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
