import type { Invocation, InvocationResult, Invoke, Outcome } from "../running/sandbox/call/invocation.ts";

/** The behaviour of a test's Function: its outcome, or its return value. */
export type Behaviour = (invocation: Invocation, input: never) => unknown;

export const outcome = (value: Outcome): { outcome: Outcome } => ({ outcome: value });

const isOutcome = (value: unknown): value is { outcome: Outcome } =>
  typeof value === "object" && value !== null && "outcome" in value;

export const cancelled: Outcome = { kind: "terminated", reason: "cancelled", message: "The call was cancelled." };

/** Runs calls in this process by the Function's name, for tests of the parts around the sandbox. */
export function standIn(behaviours: Record<string, Behaviour>): Invoke & { calls: Invocation[] } {
  const calls: Invocation[] = [];
  const invoke = async (invocation: Invocation): Promise<InvocationResult> => {
    calls.push(invocation);
    const startedAt = Date.now();
    const behaviour = behaviours[invocation.functionName];
    const value = await behaviour?.(invocation, JSON.parse(invocation.inputJson) as never);
    const returned: Outcome = { kind: "returned", outputJson: JSON.stringify(value ?? null), reply: null };
    return {
      outcome: isOutcome(value) ? value.outcome : returned,
      startedAt,
      queueMs: 0,
      durationMs: Date.now() - startedAt,
      cpuMs: 1,
      coldStart: false,
      logs: [],
      calls: [],
      hostCalls: [],
      hostCallsOmitted: 0,
      touchedOutside: false,
    };
  };
  return Object.assign(invoke, { calls });
}
