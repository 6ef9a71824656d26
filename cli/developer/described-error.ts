import { ApiError } from "@ferrule/contract/api-error.ts";
import { CommandError } from "./command-error.ts";
import type { Exit } from "./exit-codes.ts";

/** An error as the terminal and `--json` show it. */
export interface DescribedError {
  exit: Exit;
  code: string;
  message: string;
  requestId?: string | undefined;
  hint?: string | undefined;
  /** The address of the page about the code. */
  help?: string | undefined;
  details?: Record<string, unknown> | undefined;
}

const exitOfStatus: Record<number, Exit> = {
  401: "signedOut",
  403: "refused",
  409: "conflict",
  412: "conflict",
  502: "unreachable",
  503: "unreachable",
};

const hintOfCode: Record<string, string> = {
  UNAUTHENTICATED: "Sign in again with `ferrule login`.",
  SESSION_EXPIRED: "Sign in again with `ferrule login`.",
  INVALID_CREDENTIALS: "The rules for pipelines are in the console, Settings → Pipelines.",
  FORBIDDEN: "Ask for a token with a role that may do this. `ferrule whoami` shows the role that you have.",
  ACCOUNT_DISABLED: "Ask an owner of the installation to enable your account.",
  PASSWORD_CHANGE_REQUIRED: "Sign in to the console once and choose a password.",
  PROJECT_MISMATCH: "The token is for another Project. Sign in with `ferrule login --project <slug>`.",
  PROJECT_ARCHIVED: "Restore the Project in the console first.",
  RATE_LIMITED: "Try again later.",
  OVERLOADED: "Try again in a moment.",
  UNAVAILABLE: "Try again in a moment.",
};

function ofApi({ status, code, message, requestId, details, help }: ApiError): DescribedError {
  const { issues = [] } = (details ?? {}) as { issues?: { path: string; message: string }[] };
  const said = [message, ...issues.map((issue) => `${issue.path} ${issue.message}`)].join("\n  ");
  return {
    exit: exitOfStatus[status] ?? "failed",
    code,
    message: said,
    requestId,
    details,
    hint: hintOfCode[code],
    help,
  };
}

/** The code of an error of the system or the network, such as ENOENT; undefined for an error without one. */
const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * Describes an error that a command threw: its code for programs, its request id if a server sent one, and the remedy.
 * An unexpected error keeps its message; `FERRULE_DEBUG=1` prints its stack.
 */
export function describedError(error: unknown, signal: AbortSignal): DescribedError {
  if (signal.aborted) return { exit: "cancelled", code: "CANCELLED", message: "Cancelled." };
  if (error instanceof CommandError) {
    const { exit, code, message, hint, details } = error;
    return { exit, code, message, hint, details };
  }
  if (error instanceof ApiError) return ofApi(error);
  const message = error instanceof Error ? error.message : String(error);
  return { exit: "failed", code: systemCode(error) ?? "UNEXPECTED", message };
}
