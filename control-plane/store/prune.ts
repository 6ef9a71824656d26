import { sql } from "kysely";
import type { InstallationScope } from "./scope.ts";

/** Removes what has run out: sessions, links, counted login failures, places of sign-ins, kept answers. Any replica may do it at any time. */
export async function prune({ tx }: InstallationScope): Promise<void> {
  await sql`delete from sessions where expires_at < now() - interval '1 day'`.execute(tx);
  await sql`delete from one_time_links where expires_at < now()`.execute(tx);
  await sql`delete from login_attempts where at < now() - interval '1 hour'`.execute(tx);
  await sql`delete from sign_in_sources where last_at < now() - interval '90 days'`.execute(tx);
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(tx);
}
