import { errors, type ErrorCode } from "@ferrule/contract/errors.ts";
import type { Outcome, TerminationReason } from "../sandbox/invocation.ts";

/** An answer that is an error: every field may be shown to the caller. */
export interface CallFailure {
  kind: "failed";
  code: string;
  status: number;
  message: string;
  details?: unknown;
  /** The capability that the MCP client did not declare. */
  requiredCapability?: string;
}

const terminationCodes = {
  timeout: "FUNCTION_TIMEOUT",
  cpu: "FUNCTION_CPU_EXCEEDED",
  memory: "FUNCTION_OUT_OF_MEMORY",
  output: "FUNCTION_OUTPUT_TOO_LARGE",
  cancelled: "FUNCTION_CANCELLED",
} as const satisfies Record<TerminationReason, ErrorCode>;

/** A failure by its catalogue entry. */
export function failure(code: ErrorCode, message: string = errors[code].message): CallFailure {
  return { kind: "failed", code, status: errors[code].status, message };
}

/** What the caller may know of an outcome that is no value (api-contract section 1, Errors). */
export function failureOf(outcome: Exclude<Outcome, { kind: "returned" }>): CallFailure {
  if (outcome.kind === "terminated") return failure(terminationCodes[outcome.reason]);
  if (!outcome.safe) return failure("FUNCTION_ERROR");
  const { code, message, details, requiredCapability } = outcome;
  return {
    kind: "failed",
    code,
    status: outcome.status ?? 500,
    message,
    ...(details === undefined || details === null ? {} : { details }),
    ...(requiredCapability === undefined ? {} : { requiredCapability }),
  };
}
