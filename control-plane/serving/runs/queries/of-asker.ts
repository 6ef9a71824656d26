import type { runsQuestion } from "@ferrule/contract/internal/runs.ts";
import { startedModes } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Clock } from "../../../ground/store/clock.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { RunRow, StepRow } from "./runs.ts";

/** The step of a run that got its result last; null if none has one. */
export async function findLatestStep({ tx }: ProjectScope, runId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("runSteps")
    .select("key")
    .where("runId", "=", runId)
    .where("state", "=", "done")
    .orderBy("finishedAt", "desc")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}

/** The questions of a run whose time is not over, in the order in which the Function asked them. */
export function listOpenQuestions(
  { tx }: ProjectScope,
  clock: Clock,
  runId: string,
): Promise<Pick<StepRow, "key" | "value">[]> {
  return tx
    .selectFrom("runSteps")
    .select(["key", "value"])
    .where("runId", "=", runId)
    .where("kind", "=", "question")
    .where("state", "=", "waiting")
    .where(sql<boolean>`due_at > ${clock()}`)
    .orderBy("position")
    .execute();
}

/**
 * A page of the runs that MCP clients of one caller have started through an endpoint, newest first, with one more if
 * another page follows. `approvalId`: the question that a run waits for.
 */
export function listRunsOfAsker(
  { tx, projectId }: ProjectScope,
  { environment, endpointId, tenantId, caller, after, limit }: z.infer<typeof runsQuestion>,
): Promise<(RunRow & { approvalId: string | null })[]> {
  const { kind, id, issuer = null, subject = null } = caller;
  // `runs_of_asker` has the same digest, so that no subject is too long for an index.
  const digest = sql`md5(coalesce(caller->>'id', '') || ' ' || coalesce(caller->>'subject', ''))`;
  return tx
    .selectFrom("runs")
    .selectAll()
    .select(
      sql<string | null>`(select min(asked.id) from approvals asked
        where asked.run_id = runs.id and asked.status = 'pending')`.as("approvalId"),
    )
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .where("environment", "=", environment)
    .where("tenantId", "=", tenantId)
    .where("source", "=", "mcp")
    .where("mode", "in", startedModes)
    .where(sql<boolean>`${digest} = md5(${id ?? ""} || ' ' || ${subject ?? ""})`)
    .where(sql<boolean>`caller->>'kind' = ${kind} and caller->>'id' is not distinct from ${id}
      and caller->>'issuer' is not distinct from ${issuer} and caller->>'subject' is not distinct from ${subject}`)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id})`),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .$castTo<RunRow & { approvalId: string | null }>()
    .execute();
}
