import type { Delivery } from "@ferrule/contract/resources/delivery.ts";
import type { ListedDeliveryRow } from "./queries/deliveries.ts";

/** A delivery as the API shows it. */
export const toDelivery = (row: ListedDeliveryRow): Delivery => ({
  id: row.id,
  projectId: row.projectId,
  environment: row.environment,
  endpointId: row.endpointId,
  bindingId: row.bindingId,
  functionId: row.functionId,
  route: row.route,
  tenantId: row.tenantId,
  caller: row.caller,
  requestId: row.requestId,
  deliveryKey: row.deliveryKey,
  size: row.size,
  status: row.status,
  attempt: row.attempt,
  executionId: row.executionId,
  reason: row.reason,
  receivedAt: row.receivedAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  nextAttemptAt: row.status === "queued" ? row.dueAt.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});
