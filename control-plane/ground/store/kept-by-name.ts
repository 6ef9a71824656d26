import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { rowsOf, type Row } from "./rows/rows-of.ts";
import type { AnyScope, ProjectScope } from "./scope.ts";

/** The operations on things that an environment of a Project keeps under a name, by which Functions use them. */
export function keptByName<T extends "connections" | "secrets">(table: T) {
  // For the builder's types, one table stands for both, because they have these columns in common.
  const from = table as "secrets";
  const ofEnvironment = ({ tx }: AnyScope, projectId: string, environment: Environment) =>
    tx.selectFrom(from).where("projectId", "=", projectId).where("environment", "=", environment);
  return {
    ...rowsOf(table),

    findNamed: async (
      scope: AnyScope,
      { projectId, environment, name }: { projectId: string; environment: Environment; name: string },
    ): Promise<Row<T> | undefined> => {
      const named = ofEnvironment(scope, projectId, environment).selectAll().where("name", "=", name);
      return (await named.executeTakeFirst()) as Row<T> | undefined;
    },

    /** The names in the Project, sorted, with the environments that have something by that name. */
    names: ({ tx, projectId }: ProjectScope): Promise<{ name: string; environments: Environment[] }[]> =>
      tx
        .selectFrom(from)
        .select(["name", sql<Environment[]>`array_agg(environment order by environment)`.as("environments")])
        .where("projectId", "=", projectId)
        .groupBy("name")
        .orderBy("name")
        .execute(),

    /** The names among these for which the environment has nothing. */
    missing: async (
      scope: AnyScope,
      projectId: string,
      environment: Environment,
      names: readonly string[],
    ): Promise<string[]> => {
      if (names.length === 0) return [];
      const rows = await ofEnvironment(scope, projectId, environment)
        .select("name")
        .where("name", "in", names)
        .execute();
      const found = new Set(rows.map(({ name }) => name));
      return names.filter((name) => !found.has(name));
    },

    /** Keeps everything of an environment from being deleted until the transaction ends. */
    hold: async (scope: ProjectScope, environment: Environment): Promise<void> => {
      await ofEnvironment(scope, scope.projectId, environment).select("id").orderBy("id").forKeyShare().execute();
    },

    /** Records a use, at most once a minute, because every worker asks for a value. */
    markUsed: async ({ tx }: AnyScope, id: string): Promise<void> => {
      await sql`
        update ${sql.table(table)} set last_used_at = now()
        where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')
      `.execute(tx);
    },
  };
}
