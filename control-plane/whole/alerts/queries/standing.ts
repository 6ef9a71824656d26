import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

export interface Standing {
  firing: number;
  /** Of messages that no attempt has been made of. One whose channel refuses is its team's to mend. */
  lateSeconds: number;
}

/** How many alerts fire, and for how long the message waits that should have been sent first. */
export async function readStanding({ tx }: InstallationScope): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select (select count(*) from alerts where resolved_at is null)::integer as firing,
      greatest(0, coalesce((select extract(epoch from now() - min(due_at)) from alert_messages
        where status = 'waiting' and attempts = 0), 0))::float8 as late_seconds`.execute(tx);
  return rows[0] ?? { firing: 0, lateSeconds: 0 };
}
