import { setTimeout as delay } from "node:timers/promises";
import type { FingerprintQuestion } from "@ferrule/contract/internal/deliveries.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { LRUCache } from "lru-cache";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";

/** A signed request, and its target. */
export interface Replayable {
  projectId: string;
  environment: FingerprintQuestion["environment"];
  endpointId: string;
  replayKey: string;
  windowSeconds: number;
  /** How long its call may take, in milliseconds. */
  timeoutMs: number;
}

export interface Replays {
  /**
   * Returns whether this request is new; null when that is unknown. Until `settle`, it stays undecided whether the
   * request may come again.
   */
  claim: (request: Replayable) => Promise<{ settle: (succeeded: boolean) => void } | "seen" | null>;
}

/**
 * Added to the call's own time: it covers the wait for a slot, and recording its end. If a worker dies during a call,
 * the sender's retries are refused for this long.
 */
const slackMs = 30_000;
const askWithinMs = 3_000;
const noteWithinMs = 20_000;
const remembered = 20_000;

/** Recognises repeated signed requests: its own from memory, and other workers' through the control plane. */
export function createReplays({
  client,
  log,
}: {
  client: Pick<ControlPlaneClient, "noteFingerprint">;
  log: Log;
}): Replays {
  const known = new LRUCache<string, true>({ max: remembered });

  async function ask(question: FingerprintQuestion): Promise<boolean> {
    const { isFirst } = await client.noteFingerprint({ body: question, timeoutMs: askWithinMs });
    return isFirst;
  }

  /** Records the end of a call; it retries while the control plane is away. */
  async function note(question: FingerprintQuestion): Promise<void> {
    const until = performance.now() + noteWithinMs;
    for (let pauseMs = 100; ; pauseMs *= 2) {
      try {
        await ask(question);
        return;
      } catch (error) {
        const isFinal = error instanceof ControlPlaneRefusal && error.status < 500;
        if (isFinal || performance.now() + pauseMs > until) throw error;
        await delay(pauseMs, undefined, { ref: false });
      }
    }
  }

  return {
    async claim({ projectId, environment, endpointId, replayKey, windowSeconds, timeoutMs }) {
      const key = `${environment} ${endpointId} ${replayKey}`;
      if (known.has(key)) return "seen";
      const of = { projectId, environment, endpointId, fingerprint: replayKey, holder: identifier("rpl") };
      const seconds = Math.min(Math.ceil((timeoutMs + slackMs) / 1_000), windowSeconds);
      try {
        if (!(await ask({ ...of, action: "claim", seconds }))) return "seen";
      } catch (error) {
        log.warn({ err: error, endpointId }, "replays of webhooks cannot be checked");
        return null;
      }
      return {
        settle(succeeded) {
          if (succeeded) known.set(key, true, { ttl: windowSeconds * 1_000 });
          const action = succeeded ? ("keep" as const) : ("forget" as const);
          unwaited(note({ ...of, action, seconds: windowSeconds }), (error) =>
            log.warn({ err: error, endpointId }, "a webhook's end could not be noted"),
          );
        },
      };
    },
  };
}
