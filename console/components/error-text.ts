import { ApiError } from "@ferrule/contract/client.ts";

export interface ErrorText {
  message: string;
  /** What to do next; only where there is something. */
  next: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
}

const next: Record<string, string> = {
  SESSION_EXPIRED: "Sign in again; what you typed stays here.",
  UNAUTHENTICATED: "Sign in again; what you typed stays here.",
  FORBIDDEN: "Ask an owner or an admin, or for another role.",
  NOT_FOUND: "It may have been deleted, or belong to another Project.",
  PROJECT_MISMATCH: "Another tab has turned to another Project. Nothing was changed.",
  REVISION_CONFLICT: "Load the newer one, then make your change again.",
  RATE_LIMITED: "Wait a moment, then try again.",
  UNAVAILABLE: "Wait a moment, then try again.",
  WORKER_UNREACHABLE: "No worker answered. The dashboard shows which are up.",
  OVERLOADED: "All workers are busy. Wait a moment, then try again.",
  INTERNAL: "Try again; if it stays, give the request id to whoever runs this installation.",
};

/** What to tell of an error: its safe sentence, what to do next, and the request id to quote. */
export function errorText(error: Error): ErrorText {
  if (error instanceof ApiError) {
    return {
      message: error.message,
      next: next[error.code],
      code: error.code,
      requestId: error.requestId === "" ? undefined : error.requestId,
    };
  }
  const lost = error.name === "ConnectionLostError";
  return {
    message: lost ? "The server cannot be reached." : "The page ran into an error of its own.",
    next: lost ? "It is asked again every two seconds." : error.message,
    code: undefined,
    requestId: undefined,
  };
}
