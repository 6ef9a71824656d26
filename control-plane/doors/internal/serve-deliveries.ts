import {
  deliveryBatch,
  deliveryCompletion,
  fingerprintQuestion,
  type Acceptance,
} from "@ferrule/contract/internal/deliveries.ts";
import { leaseClaim, leaseRenewal } from "@ferrule/contract/internal/leased-runs.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../../ground/app.ts";
import { acceptDeliveries } from "../../serving/deliveries/accept-deliveries.ts";
import { claimDeliveries } from "../../serving/deliveries/claim-deliveries.ts";
import { completeDelivery } from "../../serving/deliveries/complete-delivery.ts";
import type { DeliveryMetrics } from "../../serving/deliveries/delivery-metrics.ts";
import { noteFingerprint } from "../../serving/deliveries/note-fingerprint.ts";
import { deliveryLeases } from "../../serving/deliveries/queries/claims.ts";
import { sendHeld } from "./held-answer.ts";
import { hold } from "./hold.ts";
import { parse } from "./parse.ts";

const params = z.object({ id: z.string() });

/** `/internal/deliveries`: how workers store requests, claim the attempts to run them, and report their outcome. */
export function serveDeliveries(
  routes: FastifyInstance,
  app: App,
  { leaseMs, holdMs, metrics }: { leaseMs: number; holdMs: number; metrics: DeliveryMetrics },
): void {
  routes.post("/internal/deliveries", (request): Promise<{ results: Acceptance[] }> => {
    const { deliveries } = parse(deliveryBatch, request.body, "body");
    return acceptDeliveries(app, deliveries).then((results) => {
      metrics.received(results);
      return { results };
    });
  });

  routes.post("/internal/deliveries/fingerprints", (request): Promise<{ isFirst: boolean }> => {
    const question = parse(fingerprintQuestion, request.body, "body");
    return noteFingerprint(app, question).then((isFirst) => ({ isFirst }));
  });

  routes.post("/internal/deliveries/claim", async (request, reply) => {
    const claim = { ...parse(leaseClaim, request.body, "body"), leaseMs };
    const heldMs = claim.max === 0 ? 0 : holdMs;
    const attempts = await hold(app, reply, { channel: "deliveries", holdMs: heldMs }, () =>
      app.store.inInstallation((scope) => claimDeliveries(app, scope, claim)),
    );
    return sendHeld(reply, { attempts: attempts ?? [], leaseMs });
  });

  routes.post("/internal/deliveries/renew", (request): Promise<{ lost: string[] }> => {
    const renewal = parse(leaseRenewal, request.body, "body");
    return app.store.inInstallation(async (scope) => ({
      lost: await deliveryLeases.renew(scope, { ...renewal, leaseMs }),
    }));
  });

  routes.post("/internal/deliveries/:id/complete", async (request, reply) => {
    const { id } = parse(params, request.params, "params");
    const completion = parse(deliveryCompletion, request.body, "body");
    const status = await app.store.inInstallation((scope) => completeDelivery(app, scope, id, completion));
    if (status !== null) metrics.ended(completion.end, status);
    return reply.code(204).send();
  });
}
