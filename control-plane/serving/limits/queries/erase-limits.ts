import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { erasedAtOnce, erasedPart, limitSubjectsOf, type ErasedPart, type Whose } from "../../../ground/store/whose.ts";

/** Removes some of an owner's use of quotas, and the levels of their rates. A new request of theirs begins at 0. */
export async function eraseLimits({ tx, projectId }: ProjectScope, whose: Whose): Promise<ErasedPart> {
  const subjects = limitSubjectsOf(whose);
  const kinds = whose.subject === "tenant" ? ["tenant"] : ["key", "caller"];
  if (whose.subject === "caller")
    await sql`delete from rate_levels where project_id = ${projectId}
      and exists (select from unnest(${subjects}::text[]) as subject where right(id, length(subject) + 1) = ' ' || subject)`.execute(
      tx,
    );
  return erasedPart(
    await sql`delete from quota_uses where ctid in (select ctid from quota_uses
      where project_id = ${projectId} and counted_by = any(${kinds}::text[])
        and (subject = any(${subjects}::text[]) or name = ${whose.name})
      limit ${erasedAtOnce})`.execute(tx),
  );
}
