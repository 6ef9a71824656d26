import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { Chosen } from "../runs/queries/deliveries.ts";

/** An audit event names this many of them, and counts the others. */
const mostNamed = 200;

/** The part of an audit event about deliveries that somebody chose. */
export const auditedDeliveries = (chosen: Chosen, ids: readonly string[]): AuditTarget => ({
  kind: "delivery",
  id: ids.length === 1 ? (ids[0] ?? null) : null,
  name: null,
  changes: {
    environment: chosen.environment,
    ...(chosen.endpointId === undefined ? {} : { endpointId: chosen.endpointId }),
    ...(chosen.bindingId === undefined ? {} : { bindingId: chosen.bindingId }),
    deliveries: ids.length,
    deliveryIds: ids.slice(0, mostNamed),
  },
});
