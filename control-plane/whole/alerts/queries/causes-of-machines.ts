import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

export interface MachinesRow {
  role: "worker" | "control-plane";
  up: number;
  /** How many fell silent within the last ten minutes, and were not replaced since. */
  away: number;
}

/**
 * How many workers and control planes are up, and how many are away. One that started since another fell silent, or
 * shortly before, takes its place: so an update of the installation is no alert.
 */
export async function listMachines({ tx }: InstallationScope): Promise<MachinesRow[]> {
  const { rows } = await sql<MachinesRow>`
    with machines as (
      select 'worker' as role, started_at, last_seen_at from workers
      union all
      select 'control-plane', started_at, last_seen_at from control_planes
    ), seen as (
      select role, started_at, last_seen_at, last_seen_at > now() - interval '30 seconds' as up from machines
    ), lost as (
      select role, count(*)::integer as count, min(last_seen_at) as since from seen
      where not up and last_seen_at > now() - interval '10 minutes' group by role
    )
    select seen.role, count(*) filter (where seen.up)::integer as up,
      greatest(0, coalesce(max(lost.count), 0)
        - count(*) filter (where seen.up and seen.started_at > lost.since - interval '2 minutes'))::integer as away
    from seen left join lost on lost.role = seen.role group by seen.role`.execute(tx);
  return rows;
}
