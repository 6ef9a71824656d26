import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { mostChosen } from "@ferrule/contract/resources/delivery.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The deliveries that somebody chose: by their ids, or all dead ones of a place. */
export interface Chosen {
  environment: Environment;
  deliveryIds?: readonly string[] | undefined;
  endpointId?: string | undefined;
  bindingId?: string | undefined;
}

/** The actions that people can take on deliveries, and the states in which each is possible. */
const changes = {
  redeliver: {
    from: ["succeeded", "dead", "discarded"],
    set: sql`status = 'queued', failures = 0, due_at = now(), reason = null, finished_at = null,
      give_up_at = now() + horizon_seconds * interval '1 second', redelivered_at = now()`,
  },
  discard: {
    from: ["queued", "dead"],
    set: sql`status = 'discarded', finished_at = now()`,
  },
} as const;

/**
 * Changes the chosen deliveries whose state allows it, and returns their ids, oldest first. If there are more than
 * anybody may choose at once, it returns one more than that.
 */
export async function changeChosen(
  { tx, projectId }: ProjectScope,
  change: keyof typeof changes,
  { environment, deliveryIds, endpointId, bindingId }: Chosen,
): Promise<{ ids: string[]; more: boolean }> {
  const { from, set } = changes[change];
  const states = deliveryIds === undefined ? ["dead"] : from;
  const chosen = [
    ...(deliveryIds === undefined ? [] : [sql`id = any(${deliveryIds}::text[])`]),
    ...(endpointId === undefined ? [] : [sql`endpoint_id = ${endpointId}`]),
    ...(bindingId === undefined ? [] : [sql`binding_id = ${bindingId}`]),
  ];
  const { rows } = await sql<{ id: string }>`
    select id from deliveries
    where project_id = ${projectId} and environment = ${environment} and status = any(${states}::text[])
      and ${sql.join([sql`true`, ...chosen], sql` and `)}
    order by id limit ${mostChosen + 1} for update`.execute(tx);
  const ids = rows.slice(0, mostChosen).map(({ id }) => id);
  if (ids.length === 0) return { ids, more: false };
  await sql`
    update deliveries set ${set}, updated_at = now(), revision = revision + 1
    where project_id = ${projectId} and id = any(${ids}::text[])`.execute(tx);
  if (change === "redeliver") await sql`select pg_notify('deliveries', '')`.execute(tx);
  return { ids, more: rows.length > mostChosen };
}
