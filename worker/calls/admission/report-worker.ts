import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { WorkerReport } from "@ferrule/contract/internal/workers.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { recentErrors } from "@ferrule/kit/recent-errors.ts";
import type { Slots } from "./slots.ts";
import type { LiveLogs } from "../executions/live-logs.ts";
import type { RunningCalls } from "../executions/running-calls.ts";
import packageJson from "../../package.json" with { type: "json" };
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";

interface ReportWorkerOptions {
  client: Pick<ControlPlaneClient, "reportWorker">;
  workerId: string;
  slots: Pick<Slots, "running" | "waiting" | "capacity">;
  calls: RunningCalls;
  liveLogs: LiveLogs;
  log: Log;
  /** See `workerReport`. */
  inForce?: () => WorkerReport["inForce"];
  /** How often a worker reports without news. */
  everyMs?: number;
  /**
   * How long a call runs before we report it, and how often we report it after that. Who ends a call or a run sees it end
   * within twice this time.
   */
  longMs?: number;
}

const mostCalls = 500;
/** The pause between two reports on request. */
const leastPauseMs = 20;

export interface WorkerReporting extends AsyncDisposable {
  /** Reports as soon as possible, because somebody may wait for the news. */
  soon: () => void;
}

/**
 * Reports this worker's state to the control plane (see `workerReport` in the contract), and ends the calls that the
 * response names. While the control plane is away, it retries at its usual pace.
 */
export function reportWorker(options: ReportWorkerOptions): WorkerReporting {
  const { client, workerId, slots, calls, liveLogs, log, inForce, everyMs = 5_000, longMs = 500 } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const startedAt = sharedDate().toISOString();
  let reportedAt = Number.NEGATIVE_INFINITY;
  let told = 0;
  let failing = false;
  let asked = false;
  let pausing: AbortController | undefined;

  async function report(long: WorkerReport["calls"]): Promise<void> {
    const { running, waiting, capacity } = slots;
    const load = { running, waiting, capacity };
    const { version } = packageJson;
    const errors = [...recentErrors()];
    const state = { workerId, version, startedAt, ...load, errors, inForce: inForce?.() ?? null };
    const logs = liveLogs.changed();
    const { cancelled, watched = [] } = await client.reportWorker({ body: { ...state, calls: long, logs }, signal });
    calls.cancel(cancelled);
    if (liveLogs.taken(watched)) asked = true;
  }

  async function tick(): Promise<void> {
    const long = calls.longerThan(longMs, mostCalls);
    const isDue = performance.now() - reportedAt >= everyMs;
    // It reports once more after the last long call, so that this call no longer counts as running.
    if (long.length === 0 && told === 0 && !isDue && !asked) return;
    asked = false;
    reportedAt = performance.now();
    await report(long);
    told = long.length;
    failing = false;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await tick().catch((error: unknown) => {
        if (signal.aborted) return;
        if (!failing) log.warn({ err: error }, "the control plane does not take this worker's reports");
        failing = true;
      });
      await delay(leastPauseMs, undefined, { signal }).catch(() => undefined);
      if (asked) continue;
      pausing = new AbortController();
      const ended = AbortSignal.any([signal, pausing.signal]);
      await delay(Math.max(0, longMs - leastPauseMs), undefined, { signal: ended }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    soon() {
      asked = true;
      pausing?.abort();
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await running;
    },
  };
}
