import type { NewDelivery } from "@ferrule/contract/internal/deliveries.ts";
import { mostChosen } from "@ferrule/contract/resources/delivery.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import { notifyRuns } from "./notify.ts";
import type { DeliveryRow } from "./runs.ts";

/** How many deliveries wait, and the total size of their bodies. */
export async function waitingDeliveries({ tx, projectId }: ProjectScope): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(input_chars), 0)::float8 as bytes
    from runs where project_id = ${projectId} and mode = 'delivery' and finished_at is null`.execute(tx);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** A delivery to store: its columns, and the sealed ones in base64. */
export interface DeliveryToInsert extends Pick<
  NewDelivery,
  | "id"
  | "environment"
  | "endpointId"
  | "bindingId"
  | "functionId"
  | "route"
  | "tenantId"
  | "caller"
  | "requestId"
  | "deliveryKey"
  | "size"
  | "maxAttempts"
  | "backoffMs"
  | "horizonSeconds"
> {
  keyId: string;
  wrappedKey: string;
  sealedRequest: string;
  isApart: boolean;
}

/**
 * Stores deliveries; one that already exists stays as it is. Their time of arrival is the database's, because the
 * clocks of workers differ.
 */
export async function insertDeliveries(scope: ProjectScope, given: readonly DeliveryToInsert[]): Promise<void> {
  if (given.length === 0) return;
  const { projectId } = scope;
  await sql`
    with given as (select * from json_to_recordset(${storableJson(given)}::text::json) as given (
      id text, environment text, "endpointId" text, "bindingId" text, "functionId" text, route text, "tenantId" text,
      caller jsonb, "requestId" text, "deliveryKey" text, size integer, "maxAttempts" integer, "backoffMs" integer,
      "horizonSeconds" integer, "keyId" text, "wrappedKey" text, "sealedRequest" text, "isApart" boolean)
    ), stored as (
      insert into runs (id, project_id, environment, function_id, mode, source, endpoint_id, binding_id, on_release,
        tenant_id, caller, request_id, key, lane, turn, status, queue, due_at, key_id, wrapped_key, input, input_chars,
        deadline_seconds, deadline_at, max_attempts, backoff_ms, route)
      select id, ${projectId}, environment, "functionId", 'delivery', 'delivery', "endpointId", "bindingId", 'move',
        "tenantId", caller, "requestId", "deliveryKey", 'delivery:' || "bindingId", hashtext("tenantId"), 'queued',
        'ready', now(), "keyId", decode("wrappedKey", 'base64'),
        case when not "isApart" then decode("sealedRequest", 'base64') end, size, "horizonSeconds",
        now() + "horizonSeconds" * interval '1 second', "maxAttempts", "backoffMs", route
      from given
      on conflict (id) do nothing returning id)
    insert into run_payloads (project_id, run_id, name, ciphertext)
    select ${projectId}, given.id, 'input', decode(given."sealedRequest", 'base64')
    from given join stored on stored.id = given.id where given."isApart"`.execute(scope.tx);
  await notifyRuns(scope);
}

/** The deliveries that somebody chose: by their ids, or all dead ones of a place. */
export interface Chosen {
  environment: Environment;
  deliveryIds?: readonly string[] | undefined;
  endpointId?: string | undefined;
  bindingId?: string | undefined;
}

/** The states of deliveries in which people can deliver them again, or discard them. */
const changeable = {
  redeliver: ["succeeded", "failed", "cancelled"],
  discard: ["queued", "failed"],
} as const satisfies Record<string, readonly DeliveryRow["status"][]>;

/**
 * Locks the chosen deliveries that can be changed so, and returns their ids, oldest first. `more`: there are others than
 * anybody may choose at once.
 */
export async function lockDeliveries(
  { tx, projectId }: ProjectScope,
  change: keyof typeof changeable,
  { environment, deliveryIds, endpointId, bindingId }: Chosen,
): Promise<{ ids: string[]; more: boolean }> {
  const states = deliveryIds === undefined ? ["failed"] : changeable[change];
  const chosen = [
    ...(deliveryIds === undefined ? [] : [sql`id = any(${deliveryIds}::text[])`]),
    ...(endpointId === undefined ? [] : [sql`endpoint_id = ${endpointId}`]),
    ...(bindingId === undefined ? [] : [sql`binding_id = ${bindingId}`]),
  ];
  const { rows } = await sql<{ id: string }>`
    select id from runs
    where project_id = ${projectId} and mode = 'delivery' and environment = ${environment}
      and status = any(${states}::text[]) and ${sql.join([sql`true`, ...chosen], sql` and `)}
    order by id limit ${mostChosen + 1} for no key update`.execute(tx);
  return { ids: rows.slice(0, mostChosen).map(({ id }) => id), more: rows.length > mostChosen };
}

/** Lets locked deliveries that have ended run once more, with all the attempts that their routes allow. */
export async function redeliver(scope: ProjectScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update runs set status = 'queued', queue = 'ready', cancelling = false, failures = 0, due_at = now(), reason = null,
      error = null, finished_at = null, deadline_at = now() + deadline_seconds * interval '1 second',
      redelivered_at = now(), updated_at = now(), revision = revision + 1
    where project_id = ${scope.projectId} and mode = 'delivery' and id = any(${ids}::text[])`.execute(scope.tx);
  await notifyRuns(scope);
}

/**
 * Marks deliveries as succeeded whose executions show it, whatever state their attempts have: the worker may have died
 * before it could report. `startedAt` distinguishes these executions from those before a redelivery. Returns how many
 * it marked.
 */
export async function markSucceeded(
  { tx }: InstallationScope,
  ran: readonly { deliveryId: string; executionId: string; startedAt: string }[],
): Promise<number> {
  if (ran.length === 0) return 0;
  const { numAffectedRows } = await sql`
    with ran as (
      select run.id, ran."executionId"
      from json_to_recordset(${JSON.stringify(ran)}::text::json)
        as ran ("deliveryId" text, "executionId" text, "startedAt" timestamptz)
      join runs run on run.id = ran."deliveryId"
      where run.mode = 'delivery' and run.status in ('queued', 'running', 'failed')
        and ran."startedAt" >= coalesce(run.redelivered_at, '-infinity')
      order by run.id for no key update of run)
    update runs set status = 'succeeded', queue = null, cancelling = false, due_at = null, reason = null, error = null,
      execution_id = ran."executionId", lease_until = null, finished_at = now(), updated_at = now(),
      revision = revision + 1
    from ran where runs.id = ran.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Gives up deliveries that no worker has begun in the time that their route gives them, and answers how many. */
export async function giveUpDeliveries({ tx }: InstallationScope): Promise<number> {
  const { numAffectedRows } = await sql`
    update runs set status = 'failed', queue = null, due_at = null, finished_at = now(), updated_at = now(),
      revision = revision + 1, reason = its.reason,
      error = jsonb_build_object('code', 'RUN_EXPIRED', 'message', its.reason)
    from (select id, coalesce(reason, 'Nothing ran it in the time that its route gives it.') as reason from runs
      where mode = 'delivery' and status = 'queued' and finished_at is null and deadline_at < now()
      order by deadline_at limit 1000 for no key update skip locked) its
    where runs.id = its.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
