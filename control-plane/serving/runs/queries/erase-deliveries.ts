import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { erasedAtOnce, erasedPart, isTheirs, type ErasedPart, type Whose } from "../../../ground/store/whose.ts";

/**
 * Removes some of an owner's deliveries from before a given time, with their requests. One that is running now gets no
 * retry.
 */
export async function eraseDeliveries(
  { tx, projectId }: ProjectScope,
  whose: Whose,
  before: Date,
): Promise<ErasedPart> {
  return erasedPart(
    await sql`delete from runs where project_id = ${projectId} and id in (select d.id from runs d
      where d.project_id = ${projectId} and d.mode = 'delivery' and d.created_at <= ${before} and ${isTheirs(whose, "d")}
      limit ${erasedAtOnce})`.execute(tx),
  );
}

export async function countTheirDeliveries(
  { tx, projectId }: ProjectScope,
  whose: Whose,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from runs d where d.project_id = ${projectId} and d.mode = 'delivery' and ${isTheirs(whose, "d")} limit ${most}) its`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
