import { sql } from "kysely";
import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import type { Head } from "../store/tables/audit.ts";
import type { AuditEventRow } from "./queries/find-events.ts";

export type { AuditEventRow };

export type NewAuditEvent = Omit<AuditEventRow, "sequence" | "id" | "at" | "hash">;

/**
 * Appends an event whose `changes` the caller has redacted. It returns nothing, because a Project's transaction may
 * write events but not read them.
 */
export async function insertAuditEvent(
  { tx }: ProjectScope | InstallationScope,
  { changes, ...event }: NewAuditEvent,
): Promise<void> {
  await tx
    .insertInto("auditEvents")
    .values({
      ...event,
      id: identifier("aud"),
      changes: sql<Record<string, unknown>>`${JSON.stringify(changes)}::text::jsonb`,
    })
    .execute();
}

export const toAuditEvent = (row: AuditEventRow): AuditEvent => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  projectId: row.projectId,
  actor: { kind: row.actorKind, id: row.actorId, userId: row.actorUserId, email: row.actorEmail },
  target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
  requestId: row.requestId,
  ip: row.ip,
  userAgent: row.userAgent,
  outcome: row.outcome,
  changes: row.changes,
  sequence: row.sequence,
  hash: row.hash,
});

/** The newest sealed event's sequence and hash, locked until the transaction ends. */
export const lockChain = ({ tx }: InstallationScope): Promise<Head> =>
  tx.selectFrom("auditChain").select(["sequence", "hash"]).forUpdate().executeTakeFirstOrThrow();

/** Whether an event waits to be sealed. */
export const hasUnsealed = sql<boolean>`exists (select from audit_events where hash is null)`;

/** Up to `limit` unsealed events, oldest first, after one sequence and up to another (null: no bound). */
export const readUnsealed = (
  { tx }: InstallationScope,
  after: number,
  limit: number,
  upTo: number | null,
): Promise<AuditEventRow[]> =>
  tx
    .selectFrom("auditEvents")
    .selectAll()
    .where("hash", "is", null)
    .where("sequence", ">", after)
    .$if(upTo !== null, (query) => query.where("sequence", "<=", upTo))
    .orderBy("sequence")
    .limit(limit)
    .execute();

/** The other transactions that hold the lock that writing an event takes. */
export async function listWriters({ tx }: InstallationScope): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'audit_events'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()
  `.execute(tx);
  return rows.map(({ writer }) => writer);
}

/** Seals events, given oldest first, and moves the head of the chain to the last of them. */
export async function seal({ tx }: InstallationScope, sealed: readonly { sequence: number; hash: string }[]) {
  const sequences = sealed.map(({ sequence }) => sequence);
  const hashes = sealed.map(({ hash }) => hash);
  await sql`update audit_events set hash = sealed.hash
    from unnest(${sequences}::bigint[], ${hashes}::text[]) as sealed (sequence, hash)
    where audit_events.sequence = sealed.sequence`.execute(tx);
  await sql`update audit_chain
    set sequence = ${sequences.at(-1)}, hash = ${hashes.at(-1)}, sealed_at = now()`.execute(tx);
}

/** The head of the chain and, from the same snapshot, the first event beyond it that wrongly claims to be sealed. */
export async function readChain({ tx }: InstallationScope): Promise<{ head: Head; firstBeyond: number | null }> {
  const { rows } = await sql<Head & { firstBeyond: number | null }>`
    select sequence, hash, (
      select min(event.sequence) from audit_events event where event.sequence > chain.sequence and event.hash is not null
    ) as first_beyond from audit_chain chain
  `.execute(tx);
  const { firstBeyond = null, ...head } = rows[0] ?? { sequence: 0, hash: "" };
  return { head, firstBeyond };
}

/** Up to `limit` events within the sealed part, oldest first. */
export const readSealed = (
  { tx }: InstallationScope,
  after: number,
  upTo: number,
  limit: number,
): Promise<AuditEventRow[]> =>
  tx
    .selectFrom("auditEvents")
    .selectAll()
    .where("sequence", ">", after)
    .where("sequence", "<=", upTo)
    .orderBy("sequence")
    .limit(limit)
    .execute();
