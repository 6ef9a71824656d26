import { setTimeout as delay } from "node:timers/promises";
import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";

/** Asks the control plane about one kind of runs, in this worker's name. */
export type AskAboutRuns = (
  path: string,
  body: object,
  more?: { signal?: AbortSignal; timeoutMs?: number; held?: boolean },
) => Promise<unknown>;

export const askAboutRuns =
  (client: Pick<ControlPlaneClient, "request">, kind: "cron-runs" | "deliveries", workerId: string): AskAboutRuns =>
  (path, body, more = {}) =>
    client.request({ method: "POST", path: `/internal/${kind}/${path}`, body: { workerId, ...body }, ...more });

const longestPauseMs = 1_000;

interface ReportMeans {
  ask: AskAboutRuns;
  log: Log;
  signal: AbortSignal;
}

/** Reports how an attempt ended, until the control plane has it or says that the attempt is no longer ours. */
export async function reportEnd(
  { runId, attempt }: HeldAttempt,
  end: object,
  { ask, log, signal }: ReportMeans,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await ask(`${runId}/complete`, { attempt, ...end });
      return;
    } catch (error) {
      if (error instanceof ControlPlaneRefusal && error.status < 500) return;
      if (failures === 0) log.warn({ err: error, runId }, "a run's end cannot be reported yet");
      await delay(Math.min(50 * 2 ** failures, longestPauseMs), undefined, { signal }).catch(() => undefined);
    }
  }
}
