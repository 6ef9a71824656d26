import type { App } from "../../../ground/app.ts";
import { sql } from "kysely";

/** How many seconds late the most overdue occurrence is that has not begun; 0 when none is late. */
export async function lateness({ store, clock }: Pick<App, "store" | "clock">): Promise<number> {
  const { rows } = await store.inInstallation(
    ({ tx }) =>
      sql<{ late: number | null }>`
        select extract(epoch from ${clock()} - least(
          (select min(next_run_at) from cron_bindings where next_run_at is not null),
          (select min(due_at) from runs where mode = 'cron' and status = 'queued' and queue <> 'blocked' and attempt = 0)))::float8 as late`.execute(
        tx,
      ),
    { readOnly: true },
  );
  return Math.max(0, rows[0]?.late ?? 0);
}
