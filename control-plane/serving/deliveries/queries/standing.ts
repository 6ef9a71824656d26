import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";

/**
 * How many deliveries of all Projects are in each state, and for how many seconds the most overdue one has been due.
 */
export interface DeliveryStanding {
  waiting: number;
  running: number;
  dead: number;
  /** How many of the waiting ones are sealed under a key that this control plane lacks. */
  unopenable: number;
  late: number;
}

/** Counts with partial indexes, so the cost depends on the deliveries that have not succeeded. */
export async function deliveryStanding(
  { store, clock }: Pick<App, "store" | "clock">,
  keyIds: readonly string[],
): Promise<DeliveryStanding> {
  const { rows } = await store.inInstallation(
    ({ tx }) =>
      sql<DeliveryStanding>`
        select count(*) filter (where status = 'queued')::float8 as waiting,
          count(*) filter (where status = 'running')::float8 as running,
          (select count(*) from runs where mode = 'delivery' and status = 'failed')::float8 as dead,
          count(*) filter (where status = 'queued' and not key_id = any(${keyIds}::text[]))::float8 as unopenable,
          coalesce(greatest(0, extract(epoch from ${clock()} - min(due_at) filter (where queue in ('ready', 'later')))),
            0)::float8 as late
        from runs where mode = 'delivery' and finished_at is null`.execute(tx),
    { readOnly: true },
  );
  const [standing] = rows;
  if (standing === undefined) throw new Error("A count has no row.");
  return standing;
}
