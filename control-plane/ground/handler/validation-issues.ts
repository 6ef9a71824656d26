import { PublicError } from "@ferrule/contract/errors.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";

export { validationIssues } from "@ferrule/contract/json/validation-issues.ts";
export type { Issue };

const most = 100;

/** A 400 that names at most 100 issues. */
export const validationError = (issues: readonly Issue[]): PublicError =>
  new PublicError("VALIDATION_ERROR", undefined, { details: { issues: issues.slice(0, most) } });
