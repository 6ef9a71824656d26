import type { Facts } from "../facts.ts";
import type { HostError } from "../requests.ts";
import { globals, real } from "./globals.ts";
import type { StoredStep } from "../run/attempt.ts";
import type { StoppedClock } from "./stand/clock.ts";
import { endlessRun, type StoodInRuns, type Wait } from "./stand/runs.ts";
import type { TestKit } from "./test-kit.ts";

/** Options of a call of a durable Function. */
export interface RunOptions {
  /** The time that the run may take: one day when it is not set. */
  deadlineSeconds?: number;
  /** Stops the run after each stored step, and begins again at its top, as after a crash. */
  interrupt?: boolean;
}

/** How an attempt ended: it has a value or an error, or it goes on in another one. */
export type AttemptEnd =
  | { kind: "value"; value: unknown }
  | { kind: "error"; error: unknown }
  | { kind: "suspended"; waits: Wait[] }
  | { kind: "asked"; waits: { key: string; question: string }[]; steps: StoredStep[] }
  | { kind: "interrupted" }
  | { kind: "late" };

export interface Means {
  kit: TestKit;
  handler: (input: unknown, context: object) => unknown;
  json: string;
  facts: Facts;
  timeoutMs: number;
  clock: StoppedClock;
  runs: StoodInRuns;
  options: RunOptions;
}

const mostAttempts = 2_000;
/** A timer outside of steps keeps an attempt for this long, as in production. */
const timersMs = 1_000;

/** Runs one attempt until it has ended, or nothing in it can go on. */
export function runAttempt(means: Means, facts: Facts): Promise<AttemptEnd> {
  const { kit, clock, runs, options } = means;
  const controller = new globals.AbortController();
  return new Promise((resolve) => {
    let isOver = false;
    const end = (how: AttemptEnd): void => {
      if (isOver) return;
      isOver = true;
      attempt.isOver = true;
      real.clearTimeout(late);
      resolve(how);
    };
    // In a timer, microtasks of another timer of the same turn could be left.
    const look = (): void => {
      if (isOver || kit.openRequestCount() > 0) return;
      if (clock.hasTimers && (attempt.running > 0 || clock.now - attempt.parkedAt < timersMs)) return;
      const waiting = JSON.parse(waits()) as Wait[] | Omit<Extract<AttemptEnd, { kind: "asked" }>, "kind">;
      end(Array.isArray(waiting) ? { kind: "suspended", waits: waiting } : { kind: "asked", ...waiting });
    };
    const { context, attempt, waits } = kit.attempt(facts, () => controller.signal, {
      now: () => clock.now,
      failed: (error) => end({ kind: "error", error }),
      parked: () => kit.whenIdle(look),
    });
    const late = real.setTimeout(() => {
      end({ kind: "late" });
      controller.abort(new globals.DOMException("The call has run longer than its time limit.", "TimeoutError"));
    }, means.timeoutMs);
    runs.interrupted = options.interrupt === true ? () => end({ kind: "interrupted" }) : undefined;
    const run = async (): Promise<void> => {
      try {
        end({ kind: "value", value: await means.handler(JSON.parse(means.json), context) });
      } catch (error) {
        end({ kind: "error", error });
      }
    };
    void run();
  });
}

/** Runs a durable Function to its end: attempt after attempt, in which each wait passes at once. */
export async function runAttempts(means: Means): Promise<{ end: AttemptEnd; attempts: number }> {
  const { facts, clock, runs, options } = means;
  const startedAt = clock.now;
  const deadline = startedAt + (options.deadlineSeconds ?? 86_400) * 1_000;
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const steps = [...runs.steps.values()];
    const run = { id: "run_test", attempt, startedAt, deadline, parentId: null, durable: true, steps };
    const end = await runAttempt(means, { ...facts, attempt, deadline: clock.now + means.timeoutMs, run });
    if (end.kind !== "suspended" && end.kind !== "interrupted") return { end, attempts: attempt };
    try {
      clock.passTo(end.kind === "suspended" ? runs.settle(end.waits, clock.now) : clock.now);
    } catch (error) {
      const { code, message } = error as HostError;
      return { end: { kind: "error", error: means.kit.platformError(code, message) }, attempts: attempt };
    }
    const late = means.kit.platformError("RUN_EXPIRED", "The run has not ended before its deadline.");
    if (clock.now > deadline) return { end: { kind: "error", error: late }, attempts: attempt };
  }
  const { code, message } = endlessRun(mostAttempts);
  return { end: { kind: "error", error: means.kit.platformError(code, message) }, attempts: mostAttempts };
}
