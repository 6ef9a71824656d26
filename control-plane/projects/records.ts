import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import type { Project } from "@ferrule/contract/resources/project.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { InstallationScope } from "../store/scope.ts";

interface ProjectTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  status: Generated<"active" | "archived">;
  archivedAt: Date | null;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface ProjectTables {
  projects: ProjectTable;
}

export type ProjectRow = Selectable<ProjectTable>;

interface Facts {
  functions: number;
  endpoints: number;
  development: string | null;
  production: string | null;
}

/** Counts and active deployments of the Projects named, in one statement. */
async function readFacts({ tx }: InstallationScope, ids: readonly string[]): Promise<Map<string, Facts>> {
  const { rows } = await sql<Facts & { id: string }>`
    select p.id,
      (select count(*) from functions f where f.project_id = p.id) as functions,
      (select count(*) from runtime_endpoints e where e.project_id = p.id) as endpoints,
      (select t.deployment_id from project_targets t where t.project_id = p.id and t.environment = 'development')
        as development,
      (select t.deployment_id from project_targets t where t.project_id = p.id and t.environment = 'production')
        as production
    from projects p where p.id = any(${ids}::text[])
  `.execute(tx);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

const toProject = (row: ProjectRow, facts: Facts | undefined): Project => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  status: row.status,
  archivedAt: row.archivedAt?.toISOString() ?? null,
  counts: { functions: facts?.functions ?? 0, endpoints: facts?.endpoints ?? 0 },
  activeDeployments: { development: facts?.development ?? null, production: facts?.production ?? null },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});

/** Projects as the API shows them, in the order given. */
export async function describeProjects(scope: InstallationScope, rows: readonly ProjectRow[]): Promise<Project[]> {
  const facts = await readFacts(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toProject(row, facts.get(row.id)));
}

export async function describeProject(scope: InstallationScope, row: ProjectRow): Promise<Project> {
  return toProject(row, (await readFacts(scope, [row.id])).get(row.id));
}

export interface ProjectFilter {
  status: "active" | "archived" | undefined;
  /** Only this one: what a token may see. */
  only: string | null;
}

/** Up to `limit + 1` Projects, newest first. */
export const listProjectRows = (
  { tx }: InstallationScope,
  { status, only }: ProjectFilter,
  limit: number,
  before: string | null,
): Promise<ProjectRow[]> =>
  tx
    .selectFrom("projects")
    .selectAll()
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "active"))
    .$if(only !== null, (query) => query.where("id", "=", only))
    .$if(before !== null, (query) => query.where("id", "<", before))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

export const findProject = ({ tx }: InstallationScope, id: string): Promise<ProjectRow | undefined> =>
  tx.selectFrom("projects").selectAll().where("id", "=", id).executeTakeFirst();

/** Reads and locks a Project until the transaction ends. */
export const lockProject = ({ tx }: InstallationScope, id: string): Promise<ProjectRow | undefined> =>
  tx.selectFrom("projects").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Fails with the constraint `projects_slug_taken` when the slug is taken. */
export const insertProject = (
  { tx }: InstallationScope,
  project: Pick<ProjectRow, "slug" | "name" | "description">,
): Promise<ProjectRow> =>
  tx
    .insertInto("projects")
    .values({ ...project, id: identifier("prj") })
    .returningAll()
    .executeTakeFirstOrThrow();

export const changeProject = (
  { tx }: InstallationScope,
  id: string,
  changes: Partial<Pick<ProjectRow, "name" | "description" | "status" | "archivedAt">>,
): Promise<ProjectRow> =>
  tx
    .updateTable("projects")
    .set(({ eb }) => ({ ...changes, updatedAt: new Date(), revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Everything in the Project goes with it. */
export async function removeProject({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.deleteFrom("projects").where("id", "=", id).execute();
}
