import { managementServerPath } from "@ferrule/contract/sign-in/management-server-path.ts";
import type { ManagementServer } from "@ferrule/contract/resources/management-server.ts";
import { agentScopes, type AgentScope } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { findManagementServer, type ManagementServerRow } from "./queries.ts";

/** The settings as the API shows them to a caller with these scopes. */
export const toManagementServer = (
  { settings }: App,
  projectId: string,
  row: ManagementServerRow | undefined,
  scopes: readonly AgentScope[] | null,
): ManagementServer => ({
  projectId,
  enabled: row?.enabled ?? false,
  confirmedBy: row?.confirmedBy ?? "anyone",
  url: settings.publicUrl + managementServerPath,
  updatedAt: row?.updatedAt.toISOString() ?? null,
  revision: row?.revision ?? 1,
  // Each scope includes the first one, `read`.
  scopes: agentScopes.filter((one) => one === "read" || scopes === null || scopes.includes(one)),
});

export const getManagementServer: Handlers["getManagementServer"] = async ({ app, scope, actor }) =>
  toManagementServer(app, scope.projectId, await findManagementServer(scope), actor.scopes);
