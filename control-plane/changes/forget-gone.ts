import { sql } from "kysely";
import type { InstallationScope } from "../store/scope.ts";

/** A worker that has been away for longer reads the feed from its beginning. */
const keptDays = 7;

/** Removes keys of the feed that have been gone for a week, and notes up to where: see `readChanges`. */
export async function forgetGone({ tx }: InstallationScope): Promise<void> {
  // As whoever publishes: the feed's row first.
  await sql`select from runtime_feed for update`.execute(tx);
  await sql`with forgotten as (
      delete from runtime_states where state is null and changed_at < now() - ${keptDays} * interval '1 day'
      returning sequence
    )
    update runtime_feed set forgotten_through = greatest(forgotten_through, newest.sequence)
    from (select max(sequence) as sequence from forgotten) as newest where newest.sequence is not null`.execute(tx);
}
