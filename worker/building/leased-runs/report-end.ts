import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { ControlPlaneRefusal } from "../../ground/control-plane-client/control-plane-client.ts";

const longestPauseMs = 1_000;

/** Reports the end of an attempt, until the control plane has the report or says that the attempt is no longer ours. */
export async function reportEnd(
  runId: string,
  report: () => Promise<unknown>,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await report();
      return;
    } catch (error) {
      if (error instanceof ControlPlaneRefusal && error.status < 500) return;
      if (failures === 0) log.warn({ err: error, runId }, "a run's end cannot be reported yet");
      await delay(Math.min(50 * 2 ** failures, longestPauseMs), undefined, { signal }).catch(() => undefined);
    }
  }
}
