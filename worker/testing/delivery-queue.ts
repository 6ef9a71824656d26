import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { FingerprintQuestion, NewDelivery } from "@ferrule/contract/internal/deliveries.ts";
import type { InternalRouteName } from "@ferrule/contract/internal/routes.ts";

/** The control plane's side of deliveries, for a worker that accepts requests. */
export interface DeliveryQueue {
  /** The stored requests, in order. */
  stored: readonly NewDelivery[];
  /** The number of messages in which they came. */
  batches: () => number;
  /** Refuses this many messages with 503. */
  fail: (count: number) => void;
  answer: (route: InternalRouteName, request: IncomingMessage, response: ServerResponse) => void;
}

export function createDeliveryQueue(): DeliveryQueue {
  const stored: NewDelivery[] = [];
  const known = new Map<string, string>();
  let batches = 0;
  let failures = 0;

  function accept({ deliveries }: { deliveries: NewDelivery[] }): unknown {
    batches += 1;
    const results = deliveries.map((one) => {
      const key = `${one.bindingId} ${one.fingerprint}`;
      const original = known.get(key) ?? one.id;
      known.set(key, original);
      if (original === one.id) stored.push(one);
      const outcome = original === one.id ? "accepted" : "duplicate";
      return { id: one.id, outcome, original: original === one.id ? null : original };
    });
    return { results };
  }

  function note({ endpointId, fingerprint, holder, action }: FingerprintQuestion): unknown {
    const key = `${endpointId} ${fingerprint}`;
    if (action === "claim" && !known.has(key)) known.set(key, holder);
    const isFirst = known.get(key) === holder;
    if (action === "forget" && isFirst) known.delete(key);
    return { isFirst };
  }

  async function answer(route: InternalRouteName, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = await json(request);
    if (failures > 0) {
      failures -= 1;
      response.writeHead(503).end("{}");
      return;
    }
    const answered =
      route === "noteFingerprint" ? note(body as FingerprintQuestion) : accept(body as { deliveries: NewDelivery[] });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answered));
  }

  return {
    stored,
    batches: () => batches,
    fail: (count) => void (failures = count),
    answer: (route, request, response) => {
      answer(route, request, response).catch((error: unknown) => response.destroy(error as Error));
    },
  };
}
