import { secretsOfSignature } from "@ferrule/contract/resources/signature-policy.ts";
import { oauthPolicy, type AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { EndpointKind, Environment } from "@ferrule/contract/states.ts";
import { validationError, type Issue } from "../../ground/handler/validation-issues.ts";

type CallerPolicy = AuthPolicy["caller"];

/** A tool or route may need only one scope, and a scope may have only one description. */
function repeatedTargets({ oauth }: CallerPolicy): Issue[] {
  const scopes = oauth?.scopes ?? [];
  const names = new Set<string>();
  const counts = new Map<string, number>();
  for (const target of scopes.flatMap((scope) => scope.targets)) counts.set(target, (counts.get(target) ?? 0) + 1);
  return scopes.flatMap((scope, index) => {
    const path = `body.caller.oauth.scopes.${index}`;
    const issues: Issue[] = [];
    if (names.has(scope.name)) issues.push({ path: `${path}.name`, message: "appears twice" });
    names.add(scope.name);
    const repeated = scope.targets.find((target) => (counts.get(target) ?? 0) > 1);
    if (repeated !== undefined)
      issues.push({ path: `${path}.targets`, message: "must not name a tool or route of another scope" });
    return issues;
  });
}

/** The facts, beside a signature's rule, by which we judge the rule. */
export interface SignedPlace {
  kind: EndpointKind;
  permissions: AuthPolicy["permissions"];
}

/** A signature belongs to a request to a route, and its keys are secrets that the policy grants. */
function signatureIssues({ signature }: CallerPolicy, { kind, permissions }: SignedPlace): Issue[] {
  if (kind !== "http") return [{ path: "body.caller.mode", message: "is allowed only for an HTTP API" }];
  if (signature === undefined) return [{ path: "body.caller.signature", message: "must say whose signature it is" }];
  const { secrets } = signature;
  return secretsOfSignature(signature).flatMap((name, index) =>
    permissions === "*" || permissions.secrets.includes(name)
      ? []
      : [
          {
            path: `body.caller.signature.${index < secrets.length ? `secrets.${index}` : "challengeSecret"}`,
            message: "must be among the secrets that the policy allows",
          },
        ],
  );
}

/**
 * Checks a caller policy: it may not hold settings of another mode, and in production it must ask for a credential.
 * @throws PublicError VALIDATION_ERROR
 */
export function checkCaller(caller: CallerPolicy, environment: Environment, place: SignedPlace): void {
  const { mode, jwt, oauth, signature, documentation } = caller;
  const issues: Issue[] = [];
  const foreign = `is not allowed with the mode ${mode}`;
  if (mode !== "jwt" && jwt !== undefined) issues.push({ path: "body.caller.jwt", message: foreign });
  if (mode !== "oauth" && oauth !== undefined) issues.push({ path: "body.caller.oauth", message: foreign });
  if (mode !== "signature" && signature !== undefined) issues.push({ path: "body.caller.signature", message: foreign });
  if (mode === "signature") issues.push(...signatureIssues(caller, place));
  if (mode === "jwt" && jwt === undefined) {
    issues.push({ path: "body.caller.jwt", message: "must say whose tokens open the endpoint" });
  }
  if (place.kind !== "http" && documentation !== undefined) {
    issues.push({ path: "body.caller.documentation", message: "is allowed only for an HTTP API" });
  }
  issues.push(...repeatedTargets(caller));
  if (mode === "none" && environment === "production") {
    issues.push({ path: "body.caller.mode", message: "must not be none in production: anybody could call" });
  }
  if (issues.length > 0) throw validationError(issues);
}

/** A caller policy with the defaults of everything that it leaves out. */
export const filledCaller = (caller: CallerPolicy): CallerPolicy =>
  caller.mode === "oauth" ? { ...caller, oauth: caller.oauth ?? oauthPolicy.parse({}) } : caller;
