import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../ground/store/scope.ts";

/** Longer than a question waits and a state lasts, by more than the clocks of roles differ. */
const keptSeconds = 900;
const mostAnswers = 100;

interface Spent {
  id: string;
  claim: string;
}

/** Whether this is the first use of a state's id. */
export async function spendQuestion({ tx, projectId }: ProjectScope, { id, claim }: Spent): Promise<boolean> {
  const { rows } = await sql`
    insert into mcp_questions (id, project_id, claim, expires_at)
    values (${id}, ${projectId}, ${claim}, now() + ${keptSeconds} * interval '1 second')
    on conflict (id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Makes an id usable again, for whoever used it. */
export async function giveBackQuestion({ tx, projectId }: ProjectScope, { id, claim }: Spent): Promise<void> {
  await sql`delete from mcp_questions where project_id = ${projectId} and id = ${id} and claim = ${claim}`.execute(tx);
}

interface Answer {
  id: string;
  workerId: string;
  answer: string;
}

/** Stores an answer for the worker that waits for it, unless there is one. */
export async function storeAnswer({ tx, projectId }: ProjectScope, { id, workerId, answer }: Answer): Promise<void> {
  await sql`
    with stored as (
      insert into mcp_questions (id, project_id, worker_id, answer, expires_at)
      values (${id}, ${projectId}, ${workerId}, ${answer}, now() + ${keptSeconds} * interval '1 second')
      on conflict (id) do nothing returning worker_id
    )
    select pg_notify('question_answers', worker_id) from stored`.execute(tx);
}

/** Removes the answers that a worker has, and returns the next ones. */
export async function answersFor(
  { tx }: InstallationScope,
  workerId: string,
  taken: readonly string[],
): Promise<{ id: string; answer: string }[]> {
  if (taken.length > 0)
    await sql`delete from mcp_questions where worker_id = ${workerId} and id = any(${[...taken]}::text[])`.execute(tx);
  const { rows } = await sql<{ id: string; answer: string }>`
    select id, answer from mcp_questions where worker_id = ${workerId} order by expires_at limit ${mostAnswers}`.execute(
    tx,
  );
  return rows;
}

/** Removes what no client can use any more. */
export async function pruneQuestions({ tx }: InstallationScope): Promise<void> {
  await sql`delete from mcp_questions where expires_at < now()`.execute(tx);
}
