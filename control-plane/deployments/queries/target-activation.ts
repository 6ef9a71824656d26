import { PublicError } from "@ferrule/contract/errors.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { AnyScope } from "../../store/scope.ts";

const key = (projectId: string, target: Environment) =>
  sql`hashtextextended(${`activation:${projectId}:${target}`}, 0)`;

/** Holds a target until the transaction ends, after whoever moves it now. A build that is done has nobody to ask again. */
export async function awaitTarget({ tx }: AnyScope, projectId: string, target: Environment): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key(projectId, target)})`.execute(tx);
}

/**
 * Holds a target until the transaction ends, so that what it serves can be read and then moved.
 * @throws PublicError DEPLOYMENT_IN_PROGRESS while another deployment of it is being activated: who asked decided on what
 * is about to be replaced.
 */
export async function takeTarget({ tx }: AnyScope, projectId: string, target: Environment): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${key(projectId, target)}) as taken`.execute(tx);
  if (rows[0]?.taken !== true) {
    throw new PublicError("DEPLOYMENT_IN_PROGRESS", `Another deployment of ${target} is being activated.`);
  }
}
