import type { ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import { isTarget } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { routePath } from "@ferrule/contract/resources/binding.ts";
import { httpMethods, type EndpointKind } from "@ferrule/contract/states.ts";
import { schemaIssues } from "../../ground/handler/check-given-schemas.ts";
import { validationError, type Issue } from "../../ground/handler/validation-issues.ts";

const eMail = /^[^\s@]+@[^\s@]+$/;

function isRoute(name: string): boolean {
  const [method = "", path, ...rest] = name.split(" ");
  return (
    path !== undefined &&
    rest.length === 0 &&
    (httpMethods as readonly string[]).includes(method) &&
    routePath.safeParse(path).data === path
  );
}

/** A name that nothing can have would let calls through that its author meant to hold up. */
function nameIssues({ names }: ApprovalRule, place: string, kind: EndpointKind): Issue[] {
  const isName = (name: string) => (kind === "mcp" ? isTarget(name) : isRoute(name));
  const message =
    kind === "mcp"
      ? "must be a tool's name, resource:NAME, prompt:NAME, or *"
      : "must be a route like POST /refunds, or *";
  return names.flatMap((name, index) =>
    name === "*" || isName(name) ? [] : [{ path: `${place}.names.${index}`, message }],
  );
}

/** Whoever may approve must exist, or no call would ever go on. */
function approverIssues({ by, people, notAsker }: ApprovalRule, place: string): Issue[] {
  const issues: Issue[] = by.people.flatMap((one, index) =>
    eMail.test(one) ? [] : [{ path: `${place}.by.people.${index}`, message: "must be an e-mail address" }],
  );
  const isOpen = by.roles.length > 0 || by.groups.length > 0;
  const named = new Set(by.people.map((one) => one.toLowerCase())).size;
  if (!isOpen && named === 0 && !by.caller) return [{ path: `${place}.by`, message: "must name somebody" }, ...issues];
  if (!isOpen && named === 0 && notAsker)
    issues.push({ path: `${place}.notAsker`, message: "must be false where only the caller may approve" });
  else if (!isOpen && named + (by.caller ? 1 : 0) < people)
    issues.push({ path: `${place}.people`, message: "must not be more than the people whom the rule names" });
  return issues;
}

/**
 * Checks what the schema of a policy's approvals cannot express: names that a tool or route can have, somebody who may
 * approve, and a `when` that a worker can check (see `checkSchema`).
 * @throws PublicError VALIDATION_ERROR naming each place in the body
 */
export function checkApprovals(rules: readonly ApprovalRule[], kind: EndpointKind): void {
  const issues = rules.flatMap((rule, index) => {
    const field = `approvals.${index}`;
    return [
      ...nameIssues(rule, `body.${field}`, kind),
      ...(rule.when === null ? [] : schemaIssues(`${field}.when`, rule.when, null)),
      ...approverIssues(rule, `body.${field}`),
    ];
  });
  if (issues.length > 0) throw validationError(issues);
}
