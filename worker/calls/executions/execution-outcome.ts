import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Outcome, TerminationReason } from "../../running/sandbox/call/invocation.ts";

type Recorded = Pick<ExecutionRecord, "status" | "output" | "error">;

const terminations: Record<TerminationReason, { status: ExecutionRecord["status"]; code: string }> = {
  timeout: { status: "timed_out", code: "FUNCTION_TIMEOUT" },
  cpu: { status: "timed_out", code: "FUNCTION_CPU_EXCEEDED" },
  memory: { status: "failed", code: "FUNCTION_OUT_OF_MEMORY" },
  output: { status: "failed", code: "FUNCTION_OUTPUT_TOO_LARGE" },
  cancelled: { status: "cancelled", code: "FUNCTION_CANCELLED" },
};

/** The recorded part of an outcome: its status, and an error if it failed. */
export function recordedOutcome(outcome: Outcome): Recorded {
  if (outcome.kind === "returned") return { status: "succeeded", output: recordedOutput(outcome), error: null };
  if (outcome.kind === "threw") {
    const { code, message, stack } = outcome;
    return { status: "failed", output: null, error: { code, message, stack } };
  }
  // This attempt has done what it could; the run or the call goes on in another one.
  if (outcome.kind === "suspended" || outcome.kind === "asked")
    return { status: "succeeded", output: null, error: null };
  const { status, code } = terminations[outcome.reason];
  return { status, output: null, error: { code, message: outcome.message, stack: null } };
}

function recordedOutput({ outputJson, reply }: Extract<Outcome, { kind: "returned" }>): unknown {
  if (reply?.kind === "mcp") return { content: JSON.parse(reply.contentJson) as unknown };
  if (reply?.kind === "http") return { status: reply.status, headers: reply.headers, bodyBytes: reply.body.byteLength };
  return JSON.parse(outputJson) as unknown;
}
