import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { revise, rowsOf } from "../../ground/store/rows/rows-of.ts";
import { sql, type Kysely, type Selectable } from "kysely";
import type { RequiredTests } from "@ferrule/contract/resources/required-tests.ts";
import { project, type Project } from "@ferrule/contract/resources/project.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { compiledOnce } from "../../ground/store/rows/compiled-once.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../../ground/store/scope.ts";
import type { Tables } from "../../ground/store/tables.ts";
import type { ProjectTable } from "../../ground/store/tables/projects.ts";

/** Removing a Project removes everything in it. */
const projects = rowsOf("projects");
export const { find: findProject, remove: removeProject } = projects;

export type ProjectRow = Selectable<ProjectTable>;

const byId = ({ tx }: InstallationScope, id: string) => tx.selectFrom("projects").selectAll().where("id", "=", id);

/** Reads a Project, and keeps it from deletion until the transaction ends. */
export const keepProject = (scope: InstallationScope, id: string): Promise<ProjectRow | undefined> =>
  byId(scope, id).forKeyShare().executeTakeFirst();

/**
 * Reads a Project, and locks it until the transaction ends against other changes of it, and against changes in it
 * (`holdProject`). It does not wait for rows that only refer to the Project: while many calls are recorded, one always
 * holds the Project before another lets it go.
 */
export const lockProject = (scope: InstallationScope, id: string): Promise<ProjectRow | undefined> =>
  byId(scope, id).forNoKeyUpdate().executeTakeFirst();

interface Facts {
  functions: number;
  endpoints: number;
  development: string | null;
  production: string | null;
}

/** Counts and active deployments of these Projects, in one statement. */
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

const toProject = (row: ProjectRow, facts: Facts | undefined): Project =>
  resourceFrom(project, row, {
    counts: { functions: facts?.functions ?? 0, endpoints: facts?.endpoints ?? 0 },
    activeDeployments: { development: facts?.development ?? null, production: facts?.production ?? null },
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

/** Up to `limit + 1` Projects, newest first. With `id`, only that Project, the one that a token may see. */
export const listProjectRows = projects.pages({
  filters: ["status", "id"],
  words: sql`concat_ws(' ', name, slug)`,
  sorts: { name: { by: sql`lower(name)`, kind: "text" }, updatedAt: { by: sql`updated_at`, kind: "time" } },
});

/** Every Project's id, archived ones too. */
export async function listProjectIds({ tx }: InstallationScope): Promise<string[]> {
  return (await tx.selectFrom("projects").select("id").execute()).map(({ id }) => id);
}

export const insertProject = (
  scope: InstallationScope,
  project: Pick<ProjectRow, "slug" | "name" | "description">,
): Promise<ProjectRow> => projects.insert(scope, { ...project, id: identifier("prj") });

export const changeProject = (
  scope: InstallationScope,
  id: string,
  changes: Partial<
    Pick<ProjectRow, "name" | "description" | "status" | "archivedAt" | "managedFrom" | "requiredTests">
  >,
): Promise<ProjectRow> => revise(scope, "projects", id, { ...changes });

const ofProject = (tables: Kysely<Tables>, id: string) =>
  tables.selectFrom("projects").select(["status", "managedFrom"]).where("id", "=", id);
const shared = compiledOnce((tables, id: string) => ofProject(tables, id).forShare());
const alone = compiledOnce((tables, id: string) => ofProject(tables, id).forUpdate());

/**
 * Reads whether the Project is archived and where it is managed from, and holds the Project until the transaction ends,
 * beside others or alone. It first waits for an `updateProject` that has locked the Project. A later one waits for this
 * transaction. Undefined if the Project was deleted.
 */
export const holdProject = async (
  scope: Pick<AnyScope, "tx">,
  id: string,
  how: "shared" | "alone",
): Promise<Pick<ProjectRow, "status" | "managedFrom"> | undefined> =>
  (await (how === "shared" ? shared : alone)(scope, id))[0];

/** Where the tests of the scope's Project must pass. */
export async function readRequiredTests({ tx, projectId }: ProjectScope): Promise<RequiredTests> {
  const row = await tx
    .selectFrom("projects")
    .select("requiredTests")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return row.requiredTests;
}

/**
 * Locks the scope's Project exclusively until the transaction ends, and notes the erasure. First it waits for everybody
 * who holds the Project against deletion.
 */
export async function lockToErase({ tx, projectId }: ProjectScope): Promise<void> {
  await sql`select from projects where id = ${projectId} for update`.execute(tx);
  await sql`update projects set erased_at = now() where id = ${projectId}`.execute(tx);
}

export const findProjectBySlug = ({ tx }: InstallationScope, slug: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom("projects").select("id").where("slug", "=", slug).executeTakeFirst();

/** The slug of the scope's Project. */
export async function readSlug({ tx, projectId }: ProjectScope): Promise<string> {
  const { slug } = await tx.selectFrom("projects").select("slug").where("id", "=", projectId).executeTakeFirstOrThrow();
  return slug;
}
