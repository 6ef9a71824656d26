import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { InvocationResult } from "../../running/sandbox/call/invocation.ts";

/** The span of a Function's run in an executor: it has the `faas` attributes, and nothing of the input. */
export const executionSpan = (parent: Span | undefined, functionName: string, executionId: string): Span | undefined =>
  parent?.child(`execute ${functionName}`, "internal", {
    "faas.name": functionName,
    "faas.invocation_id": executionId,
  });

/** Ends a span with the sandbox's figures. */
export function endExecutionSpan(
  span: Span,
  { coldStart, queueMs, cpuMs }: Pick<InvocationResult, "coldStart" | "queueMs" | "cpuMs">,
  error: ExecutionRecord["error"],
): void {
  span.set({ "faas.coldstart": coldStart, "ferrule.queue_ms": queueMs, "ferrule.cpu_ms": cpuMs });
  if (error !== null) span.fail(error.code);
  span.end();
}
