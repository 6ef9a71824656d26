import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError, type Client } from "@ferrule/contract/client.ts";
import { listAll } from "../journeys/list-all.ts";

const pauseMs = 200;
const withinMs = 15_000;

/** A refusal that will not change, however often the client retries. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 429;

export interface Changes {
  acknowledged: () => number;
  stop: () => Promise<void>;
  /** Acknowledged changes that are missing or different now. */
  lost: () => Promise<string[]>;
}

/**
 * Creates, edits and deploys Functions like a careful client; each Function has one writer. Each change has an
 * idempotency key or a revision, and is sent again until it gets a response.
 */
export function startChanges(client: Client): Changes {
  const created = new Map<string, string>();
  const edited = new Map<string, number>();
  const deployed = new Set<string>();
  const state = { over: false };

  async function untilAnswered<T>(change: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    while (!state.over) {
      try {
        return await change(AbortSignal.timeout(withinMs));
      } catch (error) {
        if (isFinal(error)) throw error;
        await delay(pauseMs);
      }
    }
    return null;
  }
  async function create(): Promise<void> {
    for (let n = 0; !state.over; n += 1) {
      const headers = { "idempotency-key": randomUUID() };
      const body = { slug: `made-${n}`, source: "export default () => 1;" };
      const made = await untilAnswered((signal) => client.createFunction({ body, headers, signal }));
      if (made) created.set(made.id, made.slug);
      await delay(pauseMs);
    }
  }
  async function edit(): Promise<void> {
    for (let n = 1; !state.over; n += 1) {
      const [functionId] = created.keys();
      if (functionId !== undefined) {
        const body = { description: String(n) };
        const params = { functionId };
        const done = await untilAnswered((signal) => client.updateFunction({ params, body, signal }));
        if (done) edited.set(functionId, n);
      }
      await delay(pauseMs);
    }
  }
  async function deploy(): Promise<void> {
    while (!state.over) {
      const headers = { "idempotency-key": randomUUID() };
      const made = await untilAnswered((signal) => client.createDeployment({ body: {}, headers, signal }));
      if (made) deployed.add(made.id);
      await delay(5_000);
    }
  }
  const writing = Promise.all([create(), edit(), deploy()]);
  return {
    acknowledged: () => created.size + edited.size + deployed.size,
    async stop() {
      state.over = true;
      await writing;
    },
    async lost() {
      const functions = new Map((await listAll(client.listFunctions, {})).map((one) => [one.id, one]));
      const deployments = new Set((await listAll(client.listDeployments, {})).map((one) => one.projectDeploymentId));
      const isOld = ([id, n]: [string, number]) => Number(functions.get(id)?.description) < n;
      return [
        ...[...created].filter(([id, slug]) => functions.get(id)?.slug !== slug).map(([, slug]) => `Function ${slug}`),
        ...[...edited].filter(isOld).map(([id, n]) => `edit ${n} of ${id}`),
        ...[...deployed].filter((id) => !deployments.has(id)).map((id) => `deployment ${id}`),
      ];
    },
  };
}
