import type { App } from "../../ground/app.ts";
import { acceptDeliveries } from "../../serving/deliveries/accept-deliveries.ts";
import { claimDeliveries } from "../../serving/deliveries/claim-deliveries.ts";
import { completeDelivery } from "../../serving/deliveries/complete-delivery.ts";
import type { DeliveryMetrics } from "../../serving/deliveries/delivery-metrics.ts";
import { noteFingerprint } from "../../serving/deliveries/note-fingerprint.ts";
import { deliveryLeases } from "../../serving/deliveries/queries/claims.ts";
import { hold } from "./hold.ts";
import type { InternalHandlers } from "./internal-handler.ts";

type Served = "storeDeliveries" | "noteFingerprint" | "claimDeliveries" | "renewDeliveries" | "completeDelivery";

/** How workers store requests, claim the attempts to run them, and report their outcome. */
export const serveDeliveries = (
  app: App,
  metrics: DeliveryMetrics,
  { leaseMs, holdMs }: { leaseMs: number; holdMs: number },
): Pick<InternalHandlers, Served> => ({
  async storeDeliveries({ body: { deliveries } }) {
    const results = await acceptDeliveries(app, deliveries);
    metrics.received(results);
    return { results };
  },

  noteFingerprint: async ({ body }) => ({ isFirst: await noteFingerprint(app, body) }),

  async claimDeliveries({ body, reply }) {
    const heldMs = body.max === 0 ? 0 : holdMs;
    const attempts = await hold(app, reply, { channel: "deliveries", holdMs: heldMs }, () =>
      app.store.inInstallation((scope) => claimDeliveries(app, scope, { ...body, leaseMs })),
    );
    return { attempts: attempts ?? [], leaseMs };
  },

  renewDeliveries: ({ body }) =>
    app.store.inInstallation(async (scope) => ({ lost: await deliveryLeases.renew(scope, { ...body, leaseMs }) })),

  async completeDelivery({ params: { id }, body }) {
    const status = await app.store.inInstallation((scope) => completeDelivery(app, scope, id, body));
    if (status !== null) metrics.ended(body.end, status);
  },
});
