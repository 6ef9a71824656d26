import { sql } from "kysely";
import type { App } from "../ground/app.ts";

/**
 * Lets no task of the scheduler begin from now on, so that nobody but the test does what such a task does. One that
 * began with the control plane may be under way still.
 */
export async function restScheduler({ store }: App): Promise<void> {
  await store.inInstallation(({ tx }) =>
    sql`insert into leases (name, holder, expires_at) values ('scheduler', 'nobody', now() + interval '1 day')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`.execute(tx),
  );
}
