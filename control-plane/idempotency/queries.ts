import { idempotencyHours, type BeginAnswer } from "@ferrule/contract/internal/idempotency.ts";
import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";

interface Held {
  place: string;
  holder: string;
}

/** Claims a key, unless another call holds it or has been answered under it. */
export async function beginCall(
  { tx, projectId }: ProjectScope,
  { place, holder, request, leaseMs }: Held & { request: string; leaseMs: number },
): Promise<BeginAnswer> {
  const taken = await sql`
    insert into idempotent_calls as kept (project_id, place, request, holder, state, expires_at)
    values (${projectId}, ${place}, ${request}, ${holder}, 'running', now() + make_interval(secs => ${leaseMs / 1_000}))
    on conflict (project_id, place) do update
      set request = excluded.request, holder = excluded.holder, state = 'running', answer = null,
        expires_at = excluded.expires_at
      where kept.expires_at <= now()
    returning 1 as taken
  `.execute(tx);
  if (taken.rows.length > 0) return { state: "held" };
  const { rows } = await sql<{ request: string; state: "running" | "answered" | "unkept"; answer: string | null }>`
    select request, state, answer from idempotent_calls where project_id = ${projectId} and place = ${place}
  `.execute(tx);
  const [found] = rows;
  // A row that vanished between the two statements belonged to a running call.
  if (found === undefined) return { state: "running" };
  if (found.request !== request) return { state: "other" };
  return found.state === "answered" ? { state: "answered", answer: found.answer ?? "" } : { state: found.state };
}

/** Stores the outcome of a call, unless the key has passed on to another call. */
export async function endCall(
  { tx, projectId }: ProjectScope,
  { place, holder, answer }: Held & { answer: string | null },
): Promise<void> {
  await sql`
    update idempotent_calls
    set state = ${answer === null ? "unkept" : "answered"}, answer = ${answer},
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
 * Drops answers of Projects that store more than `mostBytes`, oldest first. Their calls stay known, so none of them
 * runs again; a repeated request is told that the answer is gone.
 */
export async function dropBeyond({ tx }: InstallationScope, mostBytes: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with full_projects as (
      select project_id from idempotent_calls
      group by project_id having sum(coalesce(length(answer), 0)::bigint) > ${mostBytes}
    ), counted as (
      select c.ctid as place,
        sum(length(answer)::bigint) over (partition by project_id order by expires_at desc, c.place) as kept
      from idempotent_calls c join full_projects using (project_id)
      where state = 'answered'
    )
    update idempotent_calls set state = 'unkept', answer = null
    from counted where idempotent_calls.ctid = counted.place and kept > ${mostBytes}
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}
