import type { App } from "../../ground/app.ts";
import { acceptDeliveries } from "../../serving/deliveries/accept-deliveries.ts";
import type { DeliveryMetrics } from "../../serving/deliveries/delivery-metrics.ts";
import { noteFingerprint } from "../../serving/deliveries/note-fingerprint.ts";
import type { InternalHandlers } from "./internal-handler.ts";

/** How workers store requests that run later. They claim them as runs: see `serve-runs.ts`. */
export const serveDeliveries = (
  app: App,
  metrics: DeliveryMetrics,
): Pick<InternalHandlers, "storeDeliveries" | "noteFingerprint"> => ({
  async storeDeliveries({ body: { deliveries } }) {
    const results = await acceptDeliveries(app, deliveries);
    metrics.received(results);
    return { results };
  },

  noteFingerprint: async ({ body }) => ({ isFirst: await noteFingerprint(app, body) }),
});
