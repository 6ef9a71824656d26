import { fingerprintAnswer, type FingerprintQuestion } from "@ferrule/contract/internal/deliveries.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { LRUCache } from "lru-cache";
import type { ControlPlaneClient } from "../control-plane-client/control-plane-client.ts";

/** A signed request, and where it was sent. */
export interface Replayable {
  projectId: string;
  environment: FingerprintQuestion["environment"];
  endpointId: string;
  replayKey: string;
  windowSeconds: number;
}

export interface Replays {
  /** Whether this is the first one; null: it cannot be said. Until `settle` it counts as one that may have to come again. */
  claim: (request: Replayable) => Promise<{ settle: (succeeded: boolean) => void } | "seen" | null>;
}

/** A worker that dies in the middle of a call keeps its sender waiting for so long. */
const underWaySeconds = 60;
const timeoutMs = 3_000;
const remembered = 20_000;

/** Tells signed requests that are sent again: those of this worker from memory, and those of all by the control plane. */
export function createReplays({ client, log }: { client: Pick<ControlPlaneClient, "request">; log: Log }): Replays {
  const known = new LRUCache<string, true>({ max: remembered });

  async function ask(question: FingerprintQuestion): Promise<boolean> {
    const answer = await client.request({
      method: "POST",
      path: "/internal/deliveries/fingerprints",
      body: question,
      timeoutMs,
    });
    return fingerprintAnswer.parse(answer).isFirst;
  }

  return {
    async claim({ projectId, environment, endpointId, replayKey, windowSeconds }) {
      const key = `${environment} ${endpointId} ${replayKey}`;
      if (known.has(key)) return "seen";
      const of = { projectId, environment, endpointId, fingerprint: replayKey, holder: identifier("rpl") };
      try {
        if (!(await ask({ ...of, action: "claim", seconds: Math.min(underWaySeconds, windowSeconds) }))) return "seen";
      } catch (error) {
        log.warn({ err: error, endpointId }, "it cannot be said whether a webhook came before");
        return null;
      }
      return {
        settle(succeeded) {
          if (succeeded) known.set(key, true, { ttl: windowSeconds * 1_000 });
          const action = succeeded ? ("keep" as const) : ("forget" as const);
          unwaited(ask({ ...of, action, seconds: windowSeconds }), (error) =>
            log.warn({ err: error, endpointId }, "a webhook's end could not be noted"),
          );
        },
      };
    },
  };
}
