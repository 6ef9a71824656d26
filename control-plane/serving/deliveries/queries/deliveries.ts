import type { DeliveryStatus, Environment } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder, type Selectable } from "kysely";
import { rowsOf } from "../../../ground/store/rows/rows-of.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { DeliveriesTable } from "../../../ground/store/tables/deliveries.ts";

export const { find: findDelivery } = rowsOf("deliveries");

export type DeliveryRow = Selectable<DeliveriesTable>;
/** A delivery without its sealed fields. */
export type ListedDeliveryRow = Omit<DeliveryRow, "keyId" | "wrappedKey" | "ciphertext">;

const listed = [
  ...(["id", "projectId", "environment", "endpointId", "bindingId", "functionId", "route", "tenantId"] as const),
  ...(["caller", "requestId", "deliveryKey", "size", "status", "attempt", "failures", "maxAttempts"] as const),
  ...(["backoffMs", "horizonSeconds", "dueAt", "giveUpAt", "redeliveredAt", "executionId", "workerId"] as const),
  ...(["leaseUntil", "reason", "receivedAt", "startedAt", "finishedAt", "version"] as const),
  ...(["createdAt", "updatedAt", "revision"] as const),
];

export interface DeliveryFilters {
  environment?: Environment | undefined;
  status?: DeliveryStatus | undefined;
  endpointId?: string | undefined;
  bindingId?: string | undefined;
  requestId?: string | undefined;
  deliveryKey?: string | undefined;
}

/** Up to `limit + 1` matching deliveries, newest first. */
export const listDeliveryRows = (
  { tx, projectId }: ProjectScope,
  filters: DeliveryFilters,
  limit: number,
  before: string | undefined,
): Promise<ListedDeliveryRow[]> => {
  const equal = Object.entries(filters) as [keyof DeliveryFilters, string | undefined][];
  const query = equal.reduce(
    (all, [column, value]) => (value === undefined ? all : all.where(column, "=", value as never)),
    tx.selectFrom("deliveries").select(listed).where("projectId", "=", projectId),
  );
  return newestFirst(query, limit, before).execute();
};

/** A delivery, locked until the transaction ends. */
export const lockDelivery = ({ tx }: AnyScope, id: string): Promise<ListedDeliveryRow | undefined> =>
  tx.selectFrom("deliveries").select(listed).where("id", "=", id).forUpdate().executeTakeFirst();

/** The fields that change at the end of an attempt; each change is the delivery's next revision. */
export async function changeDelivery(
  { tx }: InstallationScope,
  id: string,
  changes: {
    status: DeliveryStatus;
    reason: string | null;
    failures: number;
    dueAt?: RawBuilder<Date>;
    executionId?: null;
  },
): Promise<void> {
  await tx
    .updateTable("deliveries")
    .set(({ eb }) => ({
      ...changes,
      leaseUntil: null,
      finishedAt: changes.status === "queued" ? null : sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

/** Wakes the workers that wait for deliveries, when the transaction commits. */
export async function notifyDeliveries({ tx }: AnyScope): Promise<void> {
  await sql`select pg_notify('deliveries', '')`.execute(tx);
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
      select delivery.id, ran."executionId"
      from json_to_recordset(${JSON.stringify(ran)}::text::json)
        as ran ("deliveryId" text, "executionId" text, "startedAt" timestamptz)
      join deliveries delivery on delivery.id = ran."deliveryId"
      where delivery.status in ('queued', 'running', 'dead')
        and ran."startedAt" >= coalesce(delivery.redelivered_at, '-infinity')
      order by delivery.id for update of delivery)
    update deliveries set status = 'succeeded', reason = null, execution_id = ran."executionId", lease_until = null,
      finished_at = now(), updated_at = now(), revision = revision + 1
    from ran where deliveries.id = ran.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Removes deliveries that ended before the oldest execution that we keep, some at a time. */
export async function pruneDeliveries({ tx }: InstallationScope, keepDays: number): Promise<void> {
  await sql`delete from deliveries where id in (
    select id from deliveries where finished_at < now() - ${keepDays} * interval '1 day'
    order by finished_at limit 2000)`.execute(tx);
}
