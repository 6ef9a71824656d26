import { sql } from "kysely";
import type { InstallationScope } from "../store/scope.ts";

/** Takes or renews the scheduler's lease for this long; false while another replica holds it. */
export async function takeLead({ tx }: InstallationScope, holder: string, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`insert into leases (name, holder, expires_at)
      values ('scheduler', ${holder}, now() + ${leaseMs} * interval '1 millisecond')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where leases.holder = excluded.holder or leases.expires_at < now()
      returning holder`.execute(tx);
  return rows.length > 0;
}

/** Gives the lease back, if this replica holds it. */
export async function giveBack({ tx }: InstallationScope, holder: string): Promise<void> {
  await sql`delete from leases where name = 'scheduler' and holder = ${holder}`.execute(tx);
}
