import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { Chosen } from "./queries/chosen.ts";

/** So many are named in an audit event; the others are counted. */
const mostNamed = 200;

/** What an audit event tells of deliveries that somebody chose. */
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
