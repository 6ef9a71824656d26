import { ApiError } from "@ferrule/contract/api-error.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { errorDocs, isErrorCode } from "@ferrule/contract/help/help.ts";
import { cleanValue } from "./clean-text.ts";

const advice: Partial<Record<string, string>> = {
  REVISION_CONFLICT: "Somebody has changed it. Read it again, and send your change with the new revision.",
  FORBIDDEN: "The person whose token this is may not do it, or the token lacks the scope. Tell them.",
  VALIDATION_ERROR: "Mend what the issues name, and call again.",
  IN_USE: "Remove what uses it first.",
  NOT_FOUND: "overview and search say what there is.",
  OVERLOADED: "Wait some seconds, and call again.",
  UNAVAILABLE: "Wait some seconds, and call again.",
  RATE_LIMITED: "Wait some seconds, and call again.",
};

/**
 * An error of the management API as a tool's answer, with the address of the page about its code; undefined: it is none,
 * so it is a fault of ours.
 */
export function describeFailure(error: unknown, publicUrl: string): Record<string, unknown> | undefined {
  if (!(error instanceof ApiError) && !(error instanceof PublicError)) return undefined;
  const { code, message, details } = error;
  const docs = isErrorCode(code) ? { docs: publicUrl + errorDocs(code) } : {};
  const shown = { code, message, ...docs, ...(details === undefined ? {} : { details }) };
  const next = advice[code] ?? `explain_error with ${code} says what it means.`;
  return { error: cleanValue(shown) as Record<string, unknown>, next };
}
