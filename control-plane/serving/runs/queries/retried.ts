import type { RunMode } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import type { ShownError } from "../../../ground/store/tables/runs.ts";
import type { AnyRunRow, CronRunRow, DeliveryRow } from "./runs.ts";

/** A run of any mode, locked until the transaction ends. The binding of a cron run must be locked first. */
export const lockAnyRun = async ({ tx }: AnyScope, id: string): Promise<AnyRunRow | undefined> =>
  (await tx.selectFrom("runs").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst()) as
    | AnyRunRow
    | undefined;

/** The mode of a run, and its binding. */
export const findMode = (
  { tx }: AnyScope,
  id: string,
): Promise<{ mode: RunMode; bindingId: string | null } | undefined> =>
  tx.selectFrom("runs").select(["mode", "bindingId"]).where("id", "=", id).executeTakeFirst();

/** What becomes of a cron run or a delivery after an attempt, or without one. */
export interface RetriedChange {
  /** `queued`: it is tried again, from `dueAt` on. */
  status: (CronRunRow | DeliveryRow)["status"];
  reason: string | null;
  failures?: number;
  dueAt?: RawBuilder<Date>;
  /** Of a cron run: when the next attempt must have begun. */
  deadlineAt?: RawBuilder<Date>;
  executionId?: null;
}

/** The error of a run that failed for this reason: the code before the colon, or UNKNOWN. */
function errorOf(reason: string): ShownError {
  const [, code = "UNKNOWN", message = reason] = /^([A-Z][A-Z0-9_]+): (.*)$/s.exec(reason) ?? [];
  return { code, message };
}

/** Changes a locked cron run or delivery, and makes that its next revision. */
export async function changeRetried(
  { tx }: AnyScope,
  id: string,
  { status, reason, ...change }: RetriedChange,
): Promise<void> {
  const isQueued = status === "queued";
  const error = status === "failed" && reason !== null ? storableJson(errorOf(reason)) : null;
  await tx
    .updateTable("runs")
    .set(({ eb }) => ({
      dueAt: null,
      ...change,
      status,
      reason,
      queue: isQueued ? "later" : null,
      cancelling: false,
      leaseUntil: null,
      error: sql`${error}::text::jsonb` as never,
      finishedAt: isQueued ? null : sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}
