import { PublicError } from "@ferrule/contract/errors.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { AnyScope } from "../../../ground/store/scope.ts";

const key = (projectId: string, target: Environment) =>
  sql`hashtextextended(${`activation:${projectId}:${target}`}, 0)`;

/**
 * Waits for a target and locks it until the transaction ends. It waits, because a finished build has nobody who could
 * try again.
 */
export async function awaitTarget({ tx }: AnyScope, projectId: string, target: Environment): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key(projectId, target)})`.execute(tx);
}

/**
 * Locks a target until the transaction ends, so that the caller can read and then replace its active deployment.
 * @throws PublicError DEPLOYMENT_IN_PROGRESS while another deployment is being activated, because the caller has
 * decided by one that is about to go.
 */
export async function takeTarget({ tx }: AnyScope, projectId: string, target: Environment): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${key(projectId, target)}) as taken`.execute(tx);
  if (rows[0]?.taken !== true) {
    throw new PublicError("DEPLOYMENT_IN_PROGRESS", `Another deployment of ${target} is being activated.`);
  }
}
