// Why: docs/decisions/idempotency-in-postgresql.md
import { idempotencyHours } from "@ferrule/contract/internal/idempotency.ts";
import { sql } from "kysely";
import type { Sealed } from "../../ground/sealing/seal-context.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../../ground/store/scope.ts";

interface Held {
  place: string;
  holder: string;
}

/** The entry under a key; `answered` comes with the attempt that produced the answer. */
type FoundCall =
  | { state: "held" | "running" | "other" | "unkept" }
  | { state: "answered"; holder: string; sealed: Sealed };

type KeptRow = { request: string; holder: string } & (
  | { state: "running" | "unkept" }
  | ({ state: "answered" } & Sealed)
);

/** Claims a key, unless another call holds it or already has its answer. */
export async function beginCall(
  { tx, projectId }: ProjectScope,
  { place, holder, request, leaseMs, requestId }: Held & { request: string; leaseMs: number; requestId: string },
): Promise<FoundCall> {
  const taken = await sql`
    insert into idempotent_calls as kept (project_id, place, request, holder, request_id, state, expires_at)
    values (${projectId}, ${place}, ${request}, ${holder}, ${requestId}, 'running', now() + make_interval(secs => ${leaseMs / 1_000}))
    on conflict (project_id, place) do update
      set request = excluded.request, holder = excluded.holder, request_id = excluded.request_id, state = 'running',
        key_id = null, wrapped_key = null, ciphertext = null, expires_at = excluded.expires_at
      where kept.expires_at <= now()
    returning 1 as taken
  `.execute(tx);
  if (taken.rows.length > 0) return { state: "held" };
  const { rows } = await sql<KeptRow>`
    select request, holder, state, key_id, wrapped_key, ciphertext
    from idempotent_calls where project_id = ${projectId} and place = ${place}
  `.execute(tx);
  const [found] = rows;
  // If the row vanished between the two statements, it belonged to a running call.
  if (found === undefined) return { state: "running" };
  if (found.request !== request) return { state: "other" };
  if (found.state !== "answered") return { state: found.state };
  const { holder: giver, keyId, wrappedKey, ciphertext } = found;
  return { state: "answered", holder: giver, sealed: { keyId, wrappedKey, ciphertext } };
}

/** Stores the outcome of a call, unless another call has taken over the key. */
export async function endCall(
  { tx, projectId }: ProjectScope,
  { place, holder, sealed }: Held & { sealed: Sealed | null },
): Promise<void> {
  await sql`
    update idempotent_calls
    set state = ${sealed === null ? "unkept" : "answered"}, key_id = ${sealed?.keyId ?? null},
      wrapped_key = ${sealed?.wrappedKey ?? null}, ciphertext = ${sealed?.ciphertext ?? null},
      expires_at = now() + make_interval(hours => ${idempotencyHours})
    where project_id = ${projectId} and place = ${place} and holder = ${holder} and state = 'running'
  `.execute(tx);
}

/** Releases a key. */
export async function forgetCall({ tx, projectId }: ProjectScope, { place, holder }: Held): Promise<void> {
  await sql`
    delete from idempotent_calls
    where project_id = ${projectId} and place = ${place} and holder = ${holder} and state = 'running'
  `.execute(tx);
}

/** Removes up to `most` expired calls; returns how many. */
export async function pruneIdempotentCalls({ tx }: InstallationScope, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotent_calls where ctid = any (array(
      select ctid from idempotent_calls where expires_at <= now() order by expires_at limit ${most} for update skip locked
    ))
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Drops answers of Projects that store more than `mostBytes`, oldest first. It still remembers their calls, so none of
 * them runs again: a repeated request learns that its answer is gone.
 */
export async function dropBeyond({ tx }: InstallationScope, mostBytes: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with full_projects as (
      select project_id from idempotent_calls
      group by project_id having sum(coalesce(length(ciphertext), 0)::bigint) > ${mostBytes}
    ), counted as (
      select c.ctid as place,
        sum(length(ciphertext)::bigint) over (partition by project_id order by expires_at desc, c.place) as kept
      from idempotent_calls c join full_projects using (project_id)
      where state = 'answered'
    )
    update idempotent_calls set state = 'unkept', key_id = null, wrapped_key = null, ciphertext = null
    from counted where idempotent_calls.ctid = counted.place and kept > ${mostBytes}
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes the stored answers to these requests of a Project. A client that repeats one runs it again. Returns how many.
 */
export async function eraseAnswers(
  { tx }: AnyScope,
  projectId: string,
  requestIds: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from idempotent_calls
    where project_id = ${projectId} and request_id = any(${requestIds}::text[])`.execute(tx);
  return Number(numAffectedRows);
}
