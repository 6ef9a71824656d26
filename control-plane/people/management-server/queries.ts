import { sql, type Selectable } from "kysely";
import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { InstallationScope, ProjectScope } from "../../ground/store/scope.ts";
import type { ManagementServerTables } from "../../ground/store/tables/management-servers.ts";

export type ManagementServerRow = Selectable<ManagementServerTables["managementServers"]>;

/** The Project's settings; undefined: nobody has changed them, so it is off. */
export const findManagementServer = ({ tx, projectId }: ProjectScope): Promise<ManagementServerRow | undefined> =>
  tx.selectFrom("managementServers").selectAll().where("projectId", "=", projectId).executeTakeFirst();

/** Locks the settings until the transaction ends. It makes the row first if there is none. */
export async function lockManagementServer({ tx, projectId }: ProjectScope): Promise<ManagementServerRow> {
  await tx
    .insertInto("managementServers")
    .values({ projectId, enabled: false, confirmedBy: "anyone" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom("managementServers")
    .selectAll()
    .where("projectId", "=", projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const changeManagementServer = (
  { tx, projectId }: ProjectScope,
  given: Partial<Pick<ManagementServerRow, "enabled" | "confirmedBy">>,
): Promise<ManagementServerRow> =>
  tx
    .updateTable("managementServers")
    .set((eb) => ({ ...given, updatedAt: sharedDate(), revision: eb("revision", "+", 1) }))
    .where("projectId", "=", projectId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether a Project lets agents work on it. */
export async function isManagementServerOn({ tx, projectId }: ProjectScope): Promise<boolean> {
  const { rows } = await sql<{ enabled: boolean }>`
    select enabled from management_servers where project_id = ${projectId} and enabled`.execute(tx);
  return rows.length > 0;
}

/**
 * Whether agents may work on any Project. With `held`, nobody switches the one that allows it off until the transaction
 * ends.
 */
export async function isAnyManagementServerOn({ tx }: InstallationScope, { held = false } = {}): Promise<boolean> {
  const row = await tx
    .selectFrom("managementServers")
    .select("projectId")
    .where("enabled", "=", true)
    .$if(held, (query) => query.forShare())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const openToAgents = ({ tx }: InstallationScope) =>
  tx
    .selectFrom("managementServers as server")
    .innerJoin("projects as project", "project.id", "server.projectId")
    .select(["project.id", "project.name"])
    .where("server.enabled", "=", true)
    .where("project.status", "=", "active");

/** The Projects on which agents may work, by name, at most 200. */
export const listProjectsOpenToAgents = (scope: InstallationScope): Promise<{ id: string; name: string }[]> =>
  openToAgents(scope).orderBy("project.name").orderBy("project.id").limit(200).execute();

/** Whether agents may work on a Project; if so, nobody switches that off until the transaction ends. */
export const holdOpenToAgents = async (scope: InstallationScope, projectId: string): Promise<boolean> =>
  (await openToAgents(scope).where("project.id", "=", projectId).forShare("server").executeTakeFirst()) !== undefined;

/** Who may confirm what agents ask for in a Project. */
export async function readConfirmer(
  { tx }: InstallationScope,
  projectId: string,
): Promise<ManagementServerRow["confirmedBy"]> {
  const row = await tx
    .selectFrom("managementServers")
    .select("confirmedBy")
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return row?.confirmedBy ?? "anyone";
}
