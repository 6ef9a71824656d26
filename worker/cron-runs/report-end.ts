import { setTimeout as delay } from "node:timers/promises";
import type { CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { ControlPlaneRefusal, type ControlPlaneClient } from "../control-plane-client/control-plane-client.ts";
import type { AttemptEnd } from "./run-attempt.ts";

/** Asks the control plane below `/internal/cron-runs/`, in this worker's name. */
export type AskAboutRuns = (
  path: string,
  body: object,
  more?: { signal?: AbortSignal; timeoutMs?: number },
) => Promise<unknown>;

export const askAboutRuns =
  (client: Pick<ControlPlaneClient, "request">, workerId: string): AskAboutRuns =>
  (path, body, more = {}) =>
    client.request({ method: "POST", path: `/internal/cron-runs/${path}`, body: { workerId, ...body }, ...more });

const longestPauseMs = 1_000;

interface ReportMeans {
  ask: AskAboutRuns;
  log: Log;
  signal: AbortSignal;
}

/** Reports how an attempt ended, until the control plane has it or says that it is no longer ours. */
export async function reportEnd(
  { runId, attempt }: CronAttempt,
  end: AttemptEnd,
  { ask, log, signal }: ReportMeans,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await ask(`${runId}/complete`, { attempt, ...end });
      return;
    } catch (error) {
      if (error instanceof ControlPlaneRefusal && error.status < 500) return;
      if (failures === 0) log.warn({ err: error, runId }, "a cron run's end cannot be reported yet");
      await delay(Math.min(50 * 2 ** failures, longestPauseMs), undefined, { signal }).catch(() => undefined);
    }
  }
}
