import { errors, type ErrorCode } from "@ferrule/contract/errors.ts";
import type { HostCallErrorCode } from "@ferrule/contract/internal/host-calls.ts";
import type { Outcome, TerminationReason } from "../../running/sandbox/call/invocation.ts";

/** An error as the result of a call. The caller may see every field. */
export interface CallFailure {
  kind: "failed";
  code: string;
  status: number;
  message: string;
  details?: unknown;
  /** The message is the same for all such calls, so people need the request id to find out more. */
  isGeneric?: true;
  /** The Function chose the code, so it is not one of ours, whatever its name. */
  ofFunction?: true;
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

/**
 * The sentences for callers about platform errors that a Function did not catch. The error's own message names hosts,
 * secrets and collections, which only the author may read; the execution has it.
 */
const platformSentences: Record<HostCallErrorCode, string> = {
  NOT_GRANTED: "The Function needs something that it was not granted.",
  NOT_FOUND: "The Function needs something that does not exist.",
  REVISION_CONFLICT: "Something was changed while the Function worked on it.",
  UNIQUE_VIOLATION: "The Function tried to store something that exists already.",
  VALIDATION_ERROR: "The Function sent the platform an invalid request.",
  EGRESS_DENIED: "The Function tried to connect to a host that it may not reach.",
  LIMIT_EXCEEDED: "The Function exceeded a limit of the platform.",
  QUERY_FAILED: "A database refused a request of the Function.",
  ATTEMPT_ENDED: "This attempt of the run has ended.",
  RUN_HISTORY_FULL: "The run has more steps or results than it may.",
  UNAVAILABLE: "Something that the Function needs is not available just now.",
};

const hasSentence = (code: string): code is HostCallErrorCode => Object.hasOwn(platformSentences, code);

/** Makes a failure from its entry in the catalogue. */
export function failure(code: ErrorCode, message: string = errors[code].message): CallFailure {
  return { kind: "failed", code, status: errors[code].status, message, isGeneric: true };
}

type FailedOutcome = Extract<Outcome, { kind: "threw" | "terminated" }>;

/** The part of a failed outcome that the caller may see (docs/errors.md). */
export function failureOf(outcome: FailedOutcome): CallFailure {
  if (outcome.kind === "terminated") return failure(terminationCodes[outcome.reason]);
  if (!outcome.safe) return failure("FUNCTION_ERROR");
  const { code, message, details, requiredCapability } = outcome;
  if (outcome.ofPlatform === true) {
    const told = hasSentence(code) ? platformSentences[code] : errors.FUNCTION_ERROR.message;
    return { kind: "failed", code, status: 500, message: told, isGeneric: true };
  }
  return {
    kind: "failed",
    code,
    status: outcome.status ?? 500,
    message,
    ofFunction: true,
    ...(details === undefined || details === null ? {} : { details }),
    ...(requiredCapability === undefined ? {} : { requiredCapability }),
  };
}

/** Errors of a run whose own messages only the author may read. */
const generic = new Set<string>([...Object.values(terminationCodes), "FUNCTION_ERROR", "OUTPUT_INVALID", "INTERNAL"]);
const isCatalogued = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** Errors that the platform gives a run, and no call. */
const statusOfRun: Readonly<Record<string, number>> = { APPROVAL_REJECTED: 403, APPROVAL_EXPIRED: 504 };

/** The error of a run, as far as it is known: see `runReport`. */
interface RunError {
  code: string;
  message: string;
  safe?: boolean | undefined;
  status?: number | null | undefined;
}

/** The part of a failed run that its caller may see: of an error that the author threw on purpose, everything. */
export function failureOfRun({ code, message, safe, status }: RunError): CallFailure {
  if (safe === true) return { kind: "failed", code, status: status ?? 500, message, ofFunction: true };
  if (hasSentence(code)) {
    return { kind: "failed", code, status: 500, message: platformSentences[code], isGeneric: true };
  }
  if (!isCatalogued(code)) {
    const own = { kind: "failed" as const, code, status: statusOfRun[code] ?? 500 };
    return safe === false ? { ...own, message: errors.FUNCTION_ERROR.message, isGeneric: true } : { ...own, message };
  }
  const isGeneric = generic.has(code) || safe === false;
  return isGeneric ? failure(code) : { kind: "failed", code, status: errors[code].status, message };
}
