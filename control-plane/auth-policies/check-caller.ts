import type { AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { validationError, type Issue } from "../http/validation-issues.ts";

/**
 * Holds a caller policy to what may be set: `none` or `api-key` in development, `api-key` in production.
 * @throws PublicError VALIDATION_ERROR
 */
export function checkCaller(caller: AuthPolicy["caller"], environment: Environment): void {
  const issues: Issue[] = [];
  if (caller.mode === "jwt") {
    issues.push({ path: "body.caller.mode", message: "must be none or api-key in this installation's version" });
  } else if (caller.jwt !== undefined) {
    issues.push({ path: "body.caller.jwt", message: `does not go with the mode ${caller.mode}` });
  }
  if (caller.mode === "none" && environment === "production") {
    issues.push({ path: "body.caller.mode", message: "must not be none in production: anybody could call" });
  }
  if (issues.length > 0) throw validationError(issues);
}
