// Why: docs/decisions/deliveries-run-once.md
import { setTimeout as delay } from "node:timers/promises";
import {
  mostBatchChars,
  mostDeliveriesInBatch,
  type Acceptance,
  type NewDelivery,
} from "@ferrule/contract/internal/deliveries.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";

export interface DeliveryStore {
  /**
   * Resolves when the delivery is stored or refused. Null if we do not learn that in time; then the sender has to try
   * again.
   */
  store: (delivery: NewDelivery) => Promise<Acceptance | null>;
}

interface Waiting {
  delivery: NewDelivery;
  settle: (acceptance: Acceptance | null) => void;
}

/**
 * The number of concurrent batches. Meanwhile, further requests gather, so load makes batches larger and not more
 * frequent.
 */
const mostUnderWay = 4;
/** The most characters of requests that wait to be stored. */
const mostWaitingChars = 64 * 1_048_576;
/** Senders wait some ten seconds. We keep asking a restarting control plane for this long. */
const withinMs = 5_000;

interface StoreMeans {
  client: Pick<ControlPlaneClient, "storeDeliveries">;
  log: Log;
}

/** A retry uses the same ids. So a request whose response was lost is not a duplicate of itself. */
async function ask(
  { client }: StoreMeans,
  deliveries: readonly NewDelivery[],
): Promise<ReadonlyMap<string, Acceptance>> {
  const json = JSON.stringify({ deliveries });
  const deadline = performance.now() + withinMs;
  for (let pauseMs = 50; ; pauseMs *= 2) {
    const timeoutMs = Math.max(500, deadline - performance.now());
    try {
      const { results } = await client.storeDeliveries({ json, timeoutMs });
      return new Map(results.map((one) => [one.id, one]));
    } catch (error) {
      const isFinal = error instanceof ControlPlaneRefusal && error.status < 500;
      if (isFinal || performance.now() + pauseMs >= deadline) throw error;
      await delay(pauseMs);
    }
  }
}

function takeBatch(waiting: Waiting[]): Waiting[] {
  let chars = 0;
  const end = waiting.findIndex(({ delivery }, at) => {
    chars += delivery.request.length;
    return at >= mostDeliveriesInBatch || (at > 0 && chars > mostBatchChars);
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

/**
 * Sends requests in batches to the control plane, which stores them. It repeats each until it knows whether the request
 * is stored.
 */
export function createDeliveryStore(means: StoreMeans): DeliveryStore {
  const { log } = means;
  const waiting: Waiting[] = [];
  let waitingChars = 0;
  let underWay = 0;

  async function send(batch: readonly Waiting[]): Promise<void> {
    const deliveries = batch.map(({ delivery }) => delivery);
    const results = await ask(means, deliveries).catch((error: unknown) => {
      log.warn({ err: error, deliveries: batch.length }, "deliveries cannot be stored");
      return new Map<string, Acceptance>();
    });
    for (const { delivery, settle } of batch) {
      waitingChars -= delivery.request.length;
      settle(results.get(delivery.id) ?? null);
    }
    underWay -= 1;
    next();
  }

  function next(): void {
    while (underWay < mostUnderWay && waiting.length > 0) {
      underWay += 1;
      unwaited(send(takeBatch(waiting)), (error) => log.error({ err: error }, "a batch of deliveries was lost"));
    }
  }

  return {
    store(delivery) {
      if (waitingChars + delivery.request.length > mostWaitingChars) return Promise.resolve(null);
      waitingChars += delivery.request.length;
      return new Promise((settle) => {
        waiting.push({ delivery, settle });
        next();
      });
    },
  };
}
