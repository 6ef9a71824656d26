import { sql } from "kysely";
import type { ProjectScope } from "../store/scope.ts";

/** The number of the Project's next deployment. Held to the end of the transaction, so that numbers have no gaps. */
export async function nextNumber({ tx, projectId }: ProjectScope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deployments:${projectId}`}, 0))`.execute(tx);
  const last = await tx
    .selectFrom("deployments")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}
