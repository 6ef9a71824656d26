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
