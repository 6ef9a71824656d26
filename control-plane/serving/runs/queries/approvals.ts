import type { ApprovalRequest } from "@ferrule/contract/resources/approval.ts";
import type { ApprovalStatus } from "@ferrule/contract/states.ts";
import { sql, type Selectable } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import type { AnyScope, InstallationScope } from "../../../ground/store/scope.ts";
import type { ApprovalTables } from "../../../ground/store/tables/approvals.ts";
import type { RunRow } from "./runs.ts";

export type ApprovalRow = Selectable<ApprovalTables["approvals"]>;
export type DecisionRow = Selectable<ApprovalTables["approvalDecisions"]>;

/** What an approval keeps of the run that asks. */
export type Asking = Pick<
  RunRow,
  | "id"
  | "projectId"
  | "environment"
  | "functionId"
  | "endpointId"
  | "bindingId"
  | "deploymentId"
  | "tenantId"
  | "caller"
>;

export async function insertApprovalRow(
  { tx }: AnyScope,
  clock: Clock,
  { id, stepKey, run, request }: { id: string; stepKey: string | null; run: Asking; request: ApprovalRequest },
): Promise<void> {
  const { title, summary, details, digest, by, people, notAsker, expiresSeconds } = request;
  await tx
    .insertInto("approvals")
    .values({
      id,
      projectId: run.projectId,
      environment: run.environment,
      runId: run.id,
      stepKey,
      functionId: run.functionId,
      endpointId: run.endpointId,
      bindingId: run.bindingId,
      deploymentId: run.deploymentId,
      tenantId: run.tenantId,
      askedBy: storable(run.caller),
      title,
      summary,
      details,
      digest,
      by: storable(by),
      people,
      notAsker,
      status: "pending",
      expiresAt: sql<Date>`${clock()} + ${expiresSeconds} * interval '1 second'`,
    })
    .execute();
}

/** A jsonb parameter that PostgreSQL takes, whatever texts it holds. */
const storable = <T>(value: T) => sql<T>`${storableJson(value)}::text::jsonb`;

/** An approval without a lock, to find its run. */
export const findApprovalRow = ({ tx }: AnyScope, id: string): Promise<ApprovalRow | undefined> =>
  tx.selectFrom("approvals").selectAll().where("id", "=", id).executeTakeFirst();

/** An approval, locked until the transaction ends. Lock its run before it (`lockApproval`). */
export const lockApprovalRow = ({ tx }: AnyScope, id: string): Promise<ApprovalRow | undefined> =>
  tx.selectFrom("approvals").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** The end of an approval. */
export async function endApprovalRow({ tx }: AnyScope, id: string, status: ApprovalStatus): Promise<void> {
  await tx
    .updateTable("approvals")
    .set(({ eb }) => ({
      status,
      finishedAt: sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

/** Who decided on an approval, in the order of their decisions. */
export const listDecisionRows = ({ tx }: AnyScope, approvalId: string): Promise<DecisionRow[]> =>
  tx
    .selectFrom("approvalDecisions")
    .selectAll()
    .where("approvalId", "=", approvalId)
    .orderBy("at")
    .orderBy("userId")
    .execute();

/** Cancels the open questions of a run: all of them, or those of these steps. */
export async function cancelApprovals({ tx }: AnyScope, runId: string, stepKeys?: readonly string[]): Promise<void> {
  await sql`update approvals set status = 'cancelled', finished_at = now(), updated_at = now(), revision = revision + 1
    where run_id = ${runId} and status = 'pending'
      ${stepKeys === undefined ? sql`` : sql`and step_key = any(${stepKeys}::text[])`}`.execute(tx);
}

/** The ids of questions that nobody has decided in time, some at a time. */
export async function findExpiredApprovals({ tx }: InstallationScope, clock: Clock): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from approvals where status = 'pending' and expires_at <= ${clock()} order by expires_at limit 100`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The question that a run waits for, the oldest of several; null if there is none. */
export async function findOpenApproval({ tx }: AnyScope, runId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("approvals")
    .select("id")
    .where("runId", "=", runId)
    .where("status", "=", "pending")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
