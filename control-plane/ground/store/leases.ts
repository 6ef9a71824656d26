import { sql } from "kysely";
import type { AnyScope } from "./scope.ts";

/** A task that only one process at a time may do, and the process that holds it. */
export interface Lease {
  name: string;
  holder: string;
}

/** Takes or renews a lease for this long; false while another holder has it. */
export async function takeLease({ tx }: AnyScope, { name, holder }: Lease, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`insert into leases (name, holder, expires_at)
      values (${name}, ${holder}, now() + ${leaseMs} * interval '1 millisecond')
      on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where leases.holder = excluded.holder or leases.expires_at < now()
      returning holder`.execute(tx);
  return rows.length > 0;
}

/**
 * Renews a lease that nobody has taken over, and keeps others from taking it until the transaction ends. False when
 * another holder has it, or it was given back.
 */
export async function renewLease({ tx }: AnyScope, { name, holder }: Lease, leaseMs: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update leases set expires_at = now() + ${leaseMs} * interval '1 millisecond'
    where name = ${name} and holder = ${holder}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Gives a lease back, if this holder has it. */
export async function giveLeaseBack({ tx }: AnyScope, { name, holder }: Lease): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(tx);
}
