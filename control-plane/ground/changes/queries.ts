// Why: docs/decisions/states-in-the-feed.md
import type { InstallationScope } from "../store/scope.ts";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import { sql } from "kysely";
import type { Client } from "pg";

const pageSize = 1_000;

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
  const rows = await tx
    .selectFrom("runtimeStates")
    .select(["key", "sequence", "state"])
    .where("sequence", ">", from)
    .orderBy("sequence")
    .limit(pageSize + 1)
    .execute();
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

/**
 * Makes every worker read everything again. Under the same numbers, their state may be newer than that of a restored
 * database.
 */
export async function renewFeed(client: Pick<Client, "query">): Promise<void> {
  await client.query("update runtime_feed set epoch = gen_random_uuid()::text");
}
