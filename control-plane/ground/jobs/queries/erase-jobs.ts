import { sql } from "kysely";
import type { ProjectScope } from "../../store/scope.ts";
import { erasedAtOnce, erasedPart, type ErasedPart, type Whose } from "../../store/whose.ts";

/** Removes some of the ended jobs of tests that ran as this tenant, with their input and output. */
export async function eraseJobs({ tx, projectId }: ProjectScope, { subject, name }: Whose): Promise<ErasedPart> {
  const theirs =
    subject === "tenant"
      ? sql`payload ->> 'tenantId' = ${name}`
      : sql`${name} in (payload #>> '{caller,id}', payload #>> '{caller,subject}', payload #>> '{caller,email}')`;
  return erasedPart(
    await sql`delete from jobs where project_id = ${projectId} and id in (select id from jobs
      where project_id = ${projectId} and kind = 'test' and finished_at is not null and ${theirs}
      limit ${erasedAtOnce})`.execute(tx),
  );
}
