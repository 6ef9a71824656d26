import { freeze } from "../primordials.ts";
import type { AbortSignal } from "../web/events/abort.ts";
import { notDurable, type RunAttempt } from "./attempt.ts";
import { runsOf } from "./runs.ts";
import { step, type StepOptions } from "./step.ts";
import { approve, sleep, waitFor, type ApprovalOptions } from "./waits.ts";

const refusing = (member: string) => async (): Promise<never> => {
  throw notDurable(member);
};

/** The members of a context that need a durable run, for all other calls. They say what to do. */
export const undurable = freeze({
  step: refusing("step"),
  sleep: refusing("sleep"),
  waitFor: refusing("waitFor"),
  approve: refusing("approve"),
});

/** `ctx.step` of a call through MCP. Its attempt begins with the first step or question. */
export const stepOfCall =
  (attemptOf: () => RunAttempt, signalOf: () => AbortSignal) =>
  (name: unknown, callback: unknown, options?: StepOptions) =>
    step(attemptOf(), signalOf, name, callback, options);

/** Gives the context of a run its members. */
export function addRun(context: Record<string, unknown>, attempt: RunAttempt, signalOf: () => AbortSignal): void {
  const { id, attempt: number, startedAt, deadline, parentId, durable } = attempt.facts!;
  context["run"] = freeze({ id, attempt: number, startedAt, deadline, parentId });
  if (!durable) return;
  context["step"] = (name: unknown, callback: unknown, options?: StepOptions) =>
    step(attempt, signalOf, name, callback, options);
  context["sleep"] = (name: unknown, duration: unknown) => sleep(attempt, name, duration);
  context["waitFor"] = (name: unknown, filter: { event?: unknown }, options: { timeout?: unknown }) =>
    waitFor(attempt, name, filter, options);
  context["approve"] = (name: unknown, options?: ApprovalOptions) => approve(attempt, name, options);
  context["runs"] = runsOf(attempt);
}
