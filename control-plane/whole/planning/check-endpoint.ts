import type { Manifest, ManifestBinding } from "@ferrule/contract/resources/manifest.ts";
import { environments } from "@ferrule/contract/states.ts";
import { checkApprovals } from "../../serving/auth-policies/check-approvals.ts";
import { checkCaller } from "../../serving/auth-policies/check-caller.ts";
import { requireTools } from "../../serving/runtime-endpoints/require-tools.ts";
import type { Issue } from "../../ground/handler/validation-issues.ts";
import { issuesAt, repeated } from "./check-parts.ts";
import { bindingKey } from "./parts.ts";

interface Given {
  /** The places of the parts in the body. */
  at: { endpoint: string; bindings: string; policies: string };
  endpoint: Manifest["endpoint"];
  bindings: readonly ManifestBinding[];
  policies: Manifest["policies"];
  /** The kind that the endpoint has already; it stays. */
  kind: Manifest["endpoint"]["kind"] | undefined;
  hasFunction: (slug: string) => boolean;
  /** Where a Function may be, for people. */
  source: string;
}

/** What the schema of an endpoint with its bindings and policies cannot express. */
export function issuesOfEndpoint({ at, endpoint, bindings, policies, hasFunction, ...given }: Given): Issue[] {
  const { kind = endpoint.kind, source } = given;
  const issues: Issue[] = [];
  if (endpoint.kind !== kind)
    issues.push({ path: `${at.endpoint}.kind`, message: `must be ${kind}, as this endpoint is` });
  issues.push(...issuesAt(at.endpoint, () => requireTools(kind, endpoint.unknownArguments)));
  bindings.forEach((one, index) => {
    const place = `${at.bindings}.${index}`;
    if (one.kind !== kind) issues.push({ path: `${place}.kind`, message: `must be ${kind}` });
    if (!hasFunction(one.function))
      issues.push({ path: `${place}.function`, message: `does not name a Function of this ${source} or Project` });
  });
  issues.push(...repeated(at.bindings, bindings.map(bindingKey), kind === "mcp" ? "toolName" : "path"));
  for (const environment of policies === undefined ? [] : environments) {
    const policy = policies?.[environment];
    if (policy === undefined) continue;
    const { caller, permissions, approvals } = policy;
    const place = `${at.policies}.${environment}`;
    issues.push(...issuesAt(place, () => checkCaller(caller, environment, { kind, permissions })));
    issues.push(...issuesAt(place, () => checkApprovals(approvals, kind)));
  }
  return issues;
}
