import { type RawBuilder, sql } from "kysely";
import type { InstallationScope } from "../../ground/store/scope.ts";

/** The facts that decide whether a task begins. */
export interface Question {
  name: string;
  /** Whether the result matters now; if not, the statement does not look it up. */
  isAsked: boolean;
  conditions: readonly RawBuilder<boolean>[];
}

/**
 * The names of the questions whose condition holds. One statement asks them all. Its text is always the same, so that
 * the server parses it once.
 */
export async function findWork({ tx }: InstallationScope, questions: readonly Question[]): Promise<Set<string>> {
  if (!questions.some(({ isAsked }) => isAsked)) return new Set();
  const answers = questions.map(({ name, isAsked, conditions }) => {
    const holds = sql.join(conditions, sql` or `);
    return sql`(${name}::text, case when ${isAsked}::boolean then ${holds} else false end)`;
  });
  const { rows } = await sql<{ name: string }>`
    select name from (values ${sql.join(answers)}) as answers (name, holds) where holds`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}
