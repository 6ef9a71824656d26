// Why: docs/decisions/states-in-the-feed.md
import type { InstallationScope, ProjectScope } from "../store/scope.ts";
import type { ChangesPage, ResourceState } from "@ferrule/contract/internal/changes.ts";
import { sql } from "kysely";
import type { Client } from "pg";

const pageSize = 1_000;

async function readResourceChanges(tx: InstallationScope["tx"], since: number): Promise<ChangesPage["items"]> {
  const rows = await tx
    .selectFrom("resourceChanges")
    .select(["projectId", "environment", "tenantId", "uri", "sequence"])
    .where("sequence", ">", since)
    .orderBy("sequence")
    .limit(pageSize + 1)
    .execute();
  return rows.map(({ sequence, ...change }) => {
    const id = `${change.projectId}:${change.environment}:${change.tenantId}:${change.uri}`;
    return { key: `resource:${id}`, sequence, state: { kind: "resource", id, ...change } };
  });
}

/**
 * The keys that changed after `since`, oldest change first. The page starts over, with `reset` true, in three cases:
 * the epoch is another database's; the database has not reached the sequence, because it was restored from a copy; or
 * it has already forgotten a key that was removed after that sequence. The last case does not apply while the caller is
 * `reading` from the start.
 */
export async function readChanges(
  { tx }: InstallationScope,
  since: number,
  epoch: string | undefined,
  reading = false,
): Promise<ChangesPage> {
  const feed = await tx
    .selectFrom("runtimeFeed")
    .select(["epoch", "sequence", "forgottenThrough"])
    .executeTakeFirstOrThrow();
  const missed = !reading && since < feed.forgottenThrough;
  const reset = epoch !== feed.epoch || since > feed.sequence || missed;
  const from = reset ? 0 : since;
  const states = await tx
    .selectFrom("runtimeStates")
    .select(["key", "sequence", "state"])
    .where("sequence", ">", from)
    .orderBy("sequence")
    .limit(pageSize + 1)
    .execute();
  // Whoever reads from the beginning has no listeners who wait for earlier changes.
  const changes = reset || reading ? [] : await readResourceChanges(tx, from);
  const rows = [...states, ...changes].sort((a, b) => a.sequence - b.sequence);
  const items = rows.slice(0, pageSize);
  return {
    epoch: feed.epoch,
    reset,
    sequence: items.at(-1)?.sequence ?? from,
    more: rows.length > pageSize,
    items,
  };
}

/** Distinguishes this database from a restored copy of it. */
export async function readEpoch({ tx }: InstallationScope): Promise<string> {
  return (await tx.selectFrom("runtimeFeed").select("epoch").executeTakeFirstOrThrow()).epoch;
}

/** A worker that was away for longer reads the feed from its beginning. */
const keptDays = 7;

/**
 * Forgets keys that left the feed more than a week ago, and records up to which sequence it has forgotten them: see
 * `readChanges`.
 */
export async function forgetGone({ tx }: InstallationScope): Promise<void> {
  // Every publisher locks the feed's row first, so we do too.
  await sql`select from runtime_feed for update`.execute(tx);
  await sql`with forgotten as (
      delete from runtime_states where state is null and changed_at < now() - ${keptDays} * interval '1 day'
      returning sequence
    )
    update runtime_feed set forgotten_through = greatest(forgotten_through, newest.sequence)
    from (select max(sequence) as sequence from forgotten) as newest where newest.sequence is not null`.execute(tx);
}

/** The most resources of a Project that change within ten minutes, each tenant's counted by itself. */
const mostResources = 10_000;

/** Puts changes of resources into the feed. False: too many resources of the Project have changed lately. */
export async function tellResourceChanges(
  { tx, projectId }: ProjectScope,
  changes: readonly Pick<ResourceState, "environment" | "tenantId" | "uri">[],
): Promise<boolean> {
  const kept = await tx
    .selectFrom("resourceChanges")
    .select("sequence")
    .where("projectId", "=", projectId)
    .limit(mostResources)
    .execute();
  if (kept.length >= mostResources) return false;
  // The Project's row first: whoever deletes a Project locks it, and then the feed.
  await sql`select from projects where id = ${projectId} for key share`.execute(tx);
  await sql`with feed as (
      update runtime_feed set sequence = sequence + ${changes.length} returning sequence
    )
    insert into resource_changes (project_id, environment, tenant_id, uri, sequence)
    select ${projectId}, c.environment, c.tenant_id, c.uri, feed.sequence - ${changes.length} + c.nth
    from feed, unnest(
      ${changes.map(({ environment }) => environment)}::text[], ${changes.map(({ tenantId }) => tenantId)}::text[],
      ${changes.map(({ uri }) => uri)}::text[]
    ) with ordinality as c (environment, tenant_id, uri, nth)
    on conflict (project_id, environment, tenant_id, uri_md5)
    do update set uri = excluded.uri, sequence = excluded.sequence, changed_at = now()`.execute(tx);
  await sql`select pg_notify('runtime_states', '')`.execute(tx);
  return true;
}

/** Workers that were away for longer do not learn of a resource's change; their listeners have gone by then. */
const keptMinutes = 10;

export async function forgetResourceChanges({ tx }: InstallationScope): Promise<void> {
  await sql`delete from resource_changes where changed_at < now() - ${keptMinutes} * interval '1 minute'`.execute(tx);
}

/**
 * Makes every worker read everything again. Under the same numbers, their state may be newer than that of a restored
 * database.
 */
export async function renewFeed(client: Pick<Client, "query">): Promise<void> {
  await client.query("update runtime_feed set epoch = gen_random_uuid()::text");
}
