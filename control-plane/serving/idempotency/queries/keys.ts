import { sql } from "kysely";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { erasedAtOnce, erasedPart, type ErasedPart } from "../../../ground/store/whose.ts";

/** The primary key of `idempotency_keys`. */
export interface KeyPlace {
  actorId: string;
  operation: string;
  /** The Project of the operation; empty for an operation on the installation. */
  projectScope: string;
  key: string;
}

interface KeptRow {
  requestHash: string;
  status: number | null;
  answer: string | null;
  location: string | null;
}

/**
 * Claims a key for 24 h; waits while another transaction has it. Null means that the caller now owns the key; otherwise
 * it returns the data of the request that claimed it before.
 */
export async function claimIdempotencyKey(
  { tx }: AnyScope,
  { actorId, operation, projectScope, key }: KeyPlace,
  requestHash: string,
): Promise<KeptRow | null> {
  const claimed = await sql`
    insert into idempotency_keys as kept (actor_id, operation, project_scope, key, request_hash)
    values (${actorId}, ${operation}, ${projectScope}, ${key}, ${requestHash})
    on conflict (actor_id, operation, project_scope, key) do update
      set request_hash = excluded.request_hash, status = null, answer = null, location = null, created_at = now()
      where kept.created_at < now() - interval '24 hours'
    returning 1 as claimed
  `.execute(tx);
  if (claimed.rows.length > 0) return null;
  const { rows } = await sql<KeptRow>`
    select request_hash, status, answer, location from idempotency_keys
    where actor_id = ${actorId} and operation = ${operation} and project_scope = ${projectScope} and key = ${key}
  `.execute(tx);
  return rows[0] ?? { requestHash: "", status: null, answer: null, location: null };
}

/** Stores an answer under a key that was claimed in this transaction. */
export async function keepIdempotentAnswer(
  { tx }: AnyScope,
  { actorId, operation, projectScope, key }: KeyPlace,
  { status, body, location }: { status: number; body: string; location: string | null },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${status}, answer = ${body}, location = ${location}
    where actor_id = ${actorId} and operation = ${operation} and project_scope = ${projectScope} and key = ${key}
  `.execute(tx);
}

/**
 * Removes answers of a Project that contain this text as a whole value. A client that repeats such a request runs it
 * again.
 */
export async function eraseIdempotent({ tx, projectId }: ProjectScope, value: string): Promise<ErasedPart> {
  return erasedPart(
    await sql`delete from idempotency_keys where ctid in (select ctid from idempotency_keys
      where project_scope = ${projectId} and status is not null
        and position(${JSON.stringify(value)} in coalesce(answer, '')) > 0 limit ${erasedAtOnce})`.execute(tx),
  );
}

/** Removes rows older than 24 h. */
export async function pruneIdempotencyKeys({ tx }: InstallationScope): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(tx);
}
