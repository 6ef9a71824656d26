import type { DeliveryStatus, Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { DeliveryRow } from "../../runs/queries/runs.ts";

const listed = [
  ...(["id", "projectId", "environment", "endpointId", "bindingId", "functionId", "route", "tenantId"] as const),
  ...(["caller", "requestId", "key", "inputChars", "status", "attempt", "failures", "maxAttempts", "dueAt"] as const),
  ...(["redeliveredAt", "executionId", "reason", "startedAt", "finishedAt"] as const),
  ...(["createdAt", "updatedAt", "revision"] as const),
];

/** A delivery without its sealed fields. */
export type ListedDeliveryRow = Pick<DeliveryRow, (typeof listed)[number]>;

export interface DeliveryFilters {
  environment?: Environment | undefined;
  status?: DeliveryStatus | undefined;
  endpointId?: string | undefined;
  bindingId?: string | undefined;
  requestId?: string | undefined;
  deliveryKey?: string | undefined;
}

/** The states of runs by those of deliveries. */
const storedStatuses: Readonly<Record<DeliveryStatus, DeliveryRow["status"]>> = {
  queued: "queued",
  running: "running",
  succeeded: "succeeded",
  dead: "failed",
  discarded: "cancelled",
};

const deliveries = ({ tx, projectId }: ProjectScope) =>
  tx
    .selectFrom("runs")
    .select(listed)
    .where("projectId", "=", projectId)
    .where("mode", "=", "delivery")
    .$castTo<ListedDeliveryRow>();

/** Up to `limit + 1` matching deliveries, newest first. */
export const listDeliveryRows = (
  scope: ProjectScope,
  { status, deliveryKey, ...filters }: DeliveryFilters,
  limit: number,
  before: string | undefined,
): Promise<ListedDeliveryRow[]> => {
  const named = { ...filters, key: deliveryKey, status: status && storedStatuses[status] };
  const equal = Object.entries(named) as [keyof typeof named, string | undefined][];
  const query = equal.reduce(
    (all, [column, value]) => (value === undefined ? all : all.where(column, "=", value as never)),
    deliveries(scope),
  );
  return newestFirst(query, limit, before).execute();
};

export const findDelivery = (scope: ProjectScope, id: string): Promise<ListedDeliveryRow | undefined> =>
  deliveries(scope).where("id", "=", id).executeTakeFirst();
