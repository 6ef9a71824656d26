import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import type { InvocationResult } from "../../running/sandbox/call/invocation.ts";

/** The step of a Function's run in an executor: `faas` conventions, and nothing of what it was given. */
export const executionSpan = (parent: Span | undefined, functionName: string, executionId: string): Span | undefined =>
  parent?.child(`execute ${functionName}`, "internal", {
    "faas.name": functionName,
    "faas.invocation_id": executionId,
  });

/** The same of a run that nobody outside has asked for, such as a cron's: it begins a trace of its own. */
export const runSpan = (tracing: Tracing | undefined, functionName: string, executionId: string): Span | undefined =>
  tracing?.begin({
    name: `execute ${functionName}`,
    kind: "internal",
    attributes: { "faas.name": functionName, "faas.invocation_id": executionId },
  });

/** Ends it with what the sandbox measured. */
export function endExecutionSpan(
  span: Span,
  { coldStart, queueMs, cpuMs }: Pick<InvocationResult, "coldStart" | "queueMs" | "cpuMs">,
  error: ExecutionRecord["error"],
): void {
  span.set({ "faas.coldstart": coldStart, "ferrule.queue_ms": queueMs, "ferrule.cpu_ms": cpuMs });
  if (error !== null) span.fail(error.code);
  span.end();
}
