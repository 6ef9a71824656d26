import { ApiError } from "@ferrule/contract/api-error.ts";
import { issuesOf } from "../../api/issues-of.ts";

export interface ErrorText {
  message: string;
  /** The next step for the user; only where there is one. */
  next: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
}

const next: Record<string, string> = {
  SESSION_EXPIRED: "Sign in again. What you typed is kept here.",
  UNAUTHENTICATED: "Sign in again. What you typed is kept here.",
  FORBIDDEN: "Ask an owner or an admin to do this, or to change your role.",
  NOT_FOUND: "It may have been deleted, or it belongs to another Project.",
  PROJECT_MISMATCH: "Another tab switched to a different Project. Nothing was changed.",
  REVISION_CONFLICT: "Load the latest version, then make your change again.",
  RATE_LIMITED: "Wait a moment, then try again.",
  UNAVAILABLE: "Wait a moment, then try again.",
  WORKER_UNREACHABLE: "No worker responded. The dashboard shows which workers are up.",
  OVERLOADED: "All workers are busy. Wait a moment, then try again.",
  INTERNAL: "Try again. If the error persists, send the request id to the people who run this installation.",
};

const mostIssues = 5;
/** What the API says where its `details` say more. */
const vague = "The request is not valid.";

/** The server's problems with single fields in words: `source must have at most 524288 characters`. */
function issuesText(error: ApiError): string | undefined {
  const texts = issuesOf(error).map(({ path, message }) =>
    `${path.replace(/^(body|query|params)\.?/, "")} ${message}`.trim(),
  );
  if (texts.length === 0) return undefined;
  const more = texts.length - mostIssues;
  return `${texts.slice(0, mostIssues).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}

/** What to tell the user about an error: its safe message, what to do next, and the request id to quote. */
export function errorText(error: Error): ErrorText {
  if (error instanceof ApiError) {
    const issues = issuesText(error);
    const isVague = error.message === vague && issues !== undefined;
    return {
      message: isVague ? issues : error.message,
      next: isVague ? undefined : (issues ?? next[error.code]),
      code: error.code,
      requestId: error.requestId === "" ? undefined : error.requestId,
    };
  }
  const lost = error.name === "ConnectionLostError";
  return {
    message: lost ? "Cannot reach the server." : "Something went wrong on this page.",
    next: lost ? "Retrying every two seconds." : error.message,
    code: undefined,
    requestId: undefined,
  };
}
