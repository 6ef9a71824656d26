import { setTimeout as delay } from "node:timers/promises";
import type { SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import { ControlPlaneRefusal } from "../../../ground/control-plane-client/control-plane-client.ts";
import type { ServedEndpoint } from "./served-endpoint.ts";
import type { SecretStore } from "../../../running/secrets/secret-store.ts";

/** How long the first call waits. If an endpoint's secrets cannot be fetched, we serve the call all the same. */
const mostWaitMs = 1_000;
const againAfterMs = 10_000;
const atOnce = 8;

type Compiled = Extract<ServedEndpoint["deployed"], { kind: "compiled" }>["endpoint"];

/** Null if the secrets are known, or already requested. */
export type LearnGranted = (endpoint: ServedEndpoint, compiled: Compiled) => Promise<void> | null;

function namesOf({ grantOf }: ServedEndpoint, compiled: Compiled): string[] {
  const called = compiled.kind === "mcp" ? compiled.table.sorted : compiled.table.routes;
  return [...new Set(called.flatMap((one) => grantOf(one.called).grant.secrets))];
}

/**
 * Fetches the secrets that an endpoint's Functions may read, before this worker serves the first call. So the worker
 * masks them even if it has never given one to a Function. A Function on another worker may have got one, and put it
 * into the cache or a record.
 */
export function createLearnGranted({ learn }: Pick<SecretStore, "learn">): {
  learnGranted: LearnGranted;
  /** Call it when secrets have changed; it then looks at each endpoint again. */
  forget: () => void;
} {
  let learned = new WeakSet<ServedEndpoint>();
  const learnIfThere = async (request: SecretRequest) => {
    try {
      await learn(request);
    } catch (error) {
      if (!(error instanceof ControlPlaneRefusal) || error.status !== 404) throw error;
    }
  };
  const learnGranted: LearnGranted = (endpoint, compiled) => {
    if (learned.has(endpoint)) return null;
    learned.add(endpoint);
    const { projectId, environment } = endpoint;
    const names = namesOf(endpoint, compiled);
    if (names.length === 0) return null;
    const ask = async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        await learnIfThere({ projectId, environment, name, functionId: "", deploymentId: null });
      }
    };
    const all = Promise.all(Array.from({ length: Math.min(atOnce, names.length) }, ask)).then(
      () => undefined,
      () => {
        setTimeout(() => learned.delete(endpoint), againAfterMs).unref();
      },
    );
    return Promise.race([all, delay(mostWaitMs, undefined, { ref: false })]);
  };
  return { learnGranted, forget: () => (learned = new WeakSet()) };
}
