import { sql } from "kysely";
import type { App } from "../ground/app.ts";

/**
 * Keeps the tasks of the scheduler from beginning, so that only the test does their work. A task that began with the
 * control plane may still be under way.
 */
export async function restScheduler({ store }: App): Promise<void> {
  await store.inInstallation(({ tx }) =>
    sql`insert into leases (name, holder, expires_at) values ('scheduler', 'nobody', now() + interval '1 day')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`.execute(tx),
  );
}
