import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql, type Updateable } from "kysely";
import { lockProjects } from "../executions/queries/insert-executions.ts";
import type { FedUpTo } from "../executions/queries/exported.ts";
import { json } from "../../ground/store/json.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ExportBatch, ExportRow, ExportTables } from "../../ground/store/tables/exports.ts";

export const readExport = ({ tx }: InstallationScope): Promise<ExportRow> =>
  tx.selectFrom("exports").selectAll().executeTakeFirstOrThrow();

/** Reads and locks it until the transaction ends. */
export const lockExport = ({ tx }: InstallationScope): Promise<ExportRow> =>
  tx.selectFrom("exports").selectAll().forUpdate().executeTakeFirstOrThrow();

type Changes = Pick<
  Updateable<ExportTables["exports"]>,
  | "url"
  | "auditEvents"
  | "executions"
  | "paused"
  | "headerName"
  | "version"
  | "keyId"
  | "wrappedKey"
  | "ciphertext"
  | "auditSequence"
  | "failures"
  | "failedAt"
  | "failure"
  | "retryAt"
>;

/** Changes the settings of the export. */
export const changeExport = ({ tx }: InstallationScope, changes: Changes): Promise<ExportRow> =>
  tx
    .updateTable("exports")
    .set((eb) => ({ ...changes, updatedAt: sharedDate(), revision: eb("revision", "+", 1) }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Whether the export is on and not waiting to try again, whichever replica holds it. */
export const mayExport = sql<boolean>`
  exists (select from exports where url is not null and not paused and (audit_events or executions)
    and (retry_at is null or retry_at <= now()))`;

/**
 * The export, if it is due and no other replica is sending. It records `holder` as the sending replica, for a limited
 * time.
 */
export const holdExport = ({ tx }: InstallationScope, holder: string, heldMs: number): Promise<ExportRow | undefined> =>
  tx
    .updateTable("exports")
    .set({ holder, heldUntil: sql<Date>`now() + ${heldMs} * interval '1 millisecond'` })
    .where("url", "is not", null)
    .where("paused", "=", false)
    .where((eb) => eb.or([eb("auditEvents", "=", true), eb("executions", "=", true)]))
    .where(sql<boolean>`(retry_at is null or retry_at <= now())`)
    .where(sql<boolean>`(holder is null or holder = ${holder} or held_until < now())`)
    .returningAll()
    .executeTakeFirst();

export async function releaseExport({ tx }: InstallationScope, holder: string): Promise<void> {
  await tx.updateTable("exports").set({ holder: null, heldUntil: null }).where("holder", "=", holder).execute();
}

/** Stores the content of the next batch. */
export async function putBatch({ tx }: InstallationScope, batch: ExportBatch | null): Promise<void> {
  await tx
    .updateTable("exports")
    .set({ batch: json(batch) })
    .execute();
}

interface Sent {
  number: number;
  batch: ExportBatch;
  auditEvents: number;
  executions: number;
}

/** Moves the position behind a batch that the receiver has, unless that has already happened. */
export async function moveBehind(
  scope: InstallationScope,
  { number, batch, auditEvents, executions }: Sent,
): Promise<void> {
  const moved = await scope.tx
    .updateTable("exports")
    .set((eb) => ({
      batch: null,
      nextBatch: number + 1,
      auditSequence: eb.fn<number>("greatest", ["auditSequence", eb.val(batch.auditEvents.upTo)]),
      sentAuditEvents: eb("sentAuditEvents", "+", auditEvents),
      sentExecutions: eb("sentExecutions", "+", executions),
      sentAt: sql<Date>`now()`,
      failures: 0,
      failedAt: null,
      failure: null,
      retryAt: null,
    }))
    .where("nextBatch", "=", number)
    .returning("id")
    .executeTakeFirst();
  if (moved === undefined) return;
  const there = await lockProjects(scope, [...new Set(batch.executions.map(({ projectId }) => projectId))]);
  // If a Project has several parts, the last one is the furthest.
  const ends = new Map(
    batch.executions
      .filter(({ projectId }) => there.has(projectId))
      .map(({ projectId, sequence, to }) => [projectId, { projectId, sequence, sent: to }]),
  );
  await putPositions(scope, [...ends.values()]);
}

/** Notes a failed attempt and the time of the next one. */
export async function noteFailure({ tx }: InstallationScope, failure: string, retryMs: number): Promise<void> {
  await tx
    .updateTable("exports")
    .set((eb) => ({
      failures: eb("failures", "+", 1),
      failedAt: sql<Date>`now()`,
      failure,
      retryAt: sql<Date>`now() + ${retryMs} * interval '1 millisecond'`,
    }))
    .execute();
}

/** How far the export has sent each Project's executions. For a Project without a row, it has sent none. */
export const readPositions = ({ tx }: InstallationScope): Promise<FedUpTo[]> =>
  tx.selectFrom("exportPositions").selectAll().execute();

/** Moves the positions of locked Projects forward, never back. */
export async function putPositions({ tx }: InstallationScope, positions: readonly FedUpTo[]): Promise<void> {
  const of = <K extends keyof FedUpTo>(key: K) => positions.map((position) => position[key]);
  await sql`insert into export_positions (project_id, sequence, sent)
    select its.* from unnest(${of("projectId")}::text[], ${of("sequence")}::bigint[], ${of("sent")}::integer[])
      as its (project_id, sequence, sent)
    on conflict (project_id) do update set sequence = excluded.sequence, sent = excluded.sent
      where (excluded.sequence, excluded.sent) > (export_positions.sequence, export_positions.sent)`.execute(tx);
}
