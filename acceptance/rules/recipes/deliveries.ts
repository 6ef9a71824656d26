import type { NewDelivery } from "@ferrule/contract/internal/deliveries.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { connectWorker } from "@ferrule/control-plane/doors/internal/testing/connect-worker.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Recipes } from "../recipe.ts";
import type { Site } from "../site.ts";

/** A delivery that a worker has handed in, and that nothing runs. */
export async function storeDelivery(site: Site, environment: Environment = "development") {
  const { internalUrl, settings } = site.controlPlane;
  const { id: bindingId, endpointId, functionId } = await site.createRoute();
  const id = identifier("dlv");
  const delivery: NewDelivery = {
    id,
    projectId: site.projectId,
    environment,
    endpointId,
    bindingId,
    functionId,
    route: "POST /hooks",
    tenantId: "default",
    caller: { kind: "anonymous", id: null, name: null },
    requestId: identifier("req"),
    deliveryKey: "evt_1",
    fingerprint: "0".repeat(64),
    rememberSeconds: 60,
    maxAttempts: 3,
    backoffMs: 1_000,
    horizonSeconds: 3_600,
    receivedAt: Date.now(),
    size: 2,
    request: JSON.stringify({
      method: "POST",
      path: "/hooks",
      query: "",
      headers: {},
      url: "http://here",
      body: "e30=",
    }),
  };
  const worker = connectWorker(internalUrl, settings.workerApiTokens[0], identifier("wrk"));
  await worker.ask("storeDeliveries", { deliveries: [delivery] });
  return { id, environment, endpointId, bindingId, requestId: delivery.requestId };
}

const chosen = async (site: Site, environment: Environment = "development") => {
  const { id } = await storeDelivery(site, environment);
  return { body: { environment, deliveryIds: [id] }, target: id };
};

export const deliveryRecipes = {
  listDeliveries: {
    prepare: async ({ site }) => {
      await storeDelivery(site);
      return { query: { environment: "development", status: "queued", limit: "10" } };
    },
  },
  getDelivery: { prepare: async ({ site }) => ({ params: { deliveryId: (await storeDelivery(site)).id } }) },
  redeliverDeliveries: {
    prepare: async ({ site }) => {
      const prepared = await chosen(site);
      await site.owner.client.discardDeliveries({ body: prepared.body });
      return prepared;
    },
    inEnvironment: async ({ site }, environment) => {
      const prepared = await chosen(site, environment);
      await site.owner.client.discardDeliveries({ body: prepared.body });
      return prepared;
    },
  },
  discardDeliveries: {
    prepare: ({ site }) => chosen(site),
    inEnvironment: ({ site }, environment) => chosen(site, environment),
  },
} satisfies Partial<Recipes>;
