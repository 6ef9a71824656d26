import type { AuthPolicy, OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { validationError, type Issue } from "../http/handler/validation-issues.ts";

/** A tool or route needs one scope, and a scope has one description. */
function repeatedTargets(scopes: OauthPolicy["scopes"]): Issue[] {
  const names = scopes.map(({ name }) => name);
  const targets = scopes.flatMap((scope) => scope.targets);
  return scopes.flatMap((scope, index) => {
    const path = `body.caller.oauth.scopes.${index}`;
    const issues: Issue[] = [];
    if (names.indexOf(scope.name) !== index) issues.push({ path: `${path}.name`, message: "is there twice" });
    const repeated = scope.targets.find((target) => targets.filter((one) => one === target).length > 1);
    if (repeated !== undefined)
      issues.push({ path: `${path}.targets`, message: "must not name a tool or route of another scope" });
    return issues;
  });
}

/**
 * Holds a caller policy to what may be set: `none`, `api-key` or `oauth` in development, without `none` in production.
 * @throws PublicError VALIDATION_ERROR
 */
export function checkCaller(caller: AuthPolicy["caller"], environment: Environment): void {
  const issues: Issue[] = [];
  if (caller.mode === "jwt") {
    issues.push({ path: "body.caller.mode", message: "must be none, api-key or oauth in this installation's version" });
  } else if (caller.jwt !== undefined) {
    issues.push({ path: "body.caller.jwt", message: `does not go with the mode ${caller.mode}` });
  }
  if (caller.mode !== "oauth" && caller.oauth !== undefined) {
    issues.push({ path: "body.caller.oauth", message: `does not go with the mode ${caller.mode}` });
  }
  issues.push(...repeatedTargets(caller.oauth?.scopes ?? []));
  if (caller.mode === "none" && environment === "production") {
    issues.push({ path: "body.caller.mode", message: "must not be none in production: anybody could call" });
  }
  if (issues.length > 0) throw validationError(issues);
}
