import type { Manifest, ManifestBinding } from "@ferrule/contract/resources/manifest.ts";
import { mcpBindingProblems } from "@ferrule/contract/mcp-bindings/binding-problems.ts";
import { uriShape } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import { environments } from "@ferrule/contract/states.ts";
import { checkApprovals } from "../../serving/auth-policies/check-approvals.ts";
import { checkCaller } from "../../serving/auth-policies/check-caller.ts";
import { requireTools } from "../../serving/runtime-endpoints/require-tools.ts";
import type { Issue } from "../../ground/handler/validation-issues.ts";
import { issuesAt } from "./check-parts.ts";
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

/** What a resource or a prompt lacks, or has too much. */
function issuesOfKept(binding: ManifestBinding): Issue[] {
  if (binding.kind === "http" || binding.kind === "mcp") return [];
  const { kind, function: called = null } = binding;
  const none = { uri: null, mimeType: null, content: null, messages: null, audience: [], priority: null };
  const problems = mcpBindingProblems({ ...none, ...binding, kind, annotations: {}, functionId: called });
  return problems.map((one) => (one.path === "functionId" ? { ...one, path: "function" } : one));
}

const nameFields = { mcp: "toolName", resource: "name", prompt: "name", http: "path" } as const;

/** Bindings that stand twice. */
function repeatedNames(at: string, bindings: readonly ManifestBinding[]): Issue[] {
  const met = new Set<string>();
  return bindings.flatMap((one, index) => {
    const key = bindingKey(one);
    if (met.has(key)) return [{ path: `${at}.${index}.${nameFields[one.kind]}`, message: "stands twice" }];
    met.add(key);
    return [];
  });
}

/** Two resources that have one URI, whatever their variables are called. */
function repeatedUris(at: string, bindings: readonly ManifestBinding[]): Issue[] {
  const met = new Set<string>();
  return bindings.flatMap((one, index) => {
    if (one.kind !== "resource") return [];
    const shape = uriShape(one.uri);
    if (met.has(shape)) return [{ path: `${at}.${index}.uri`, message: "must not be the URI of another resource" }];
    met.add(shape);
    return [];
  });
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
    if ((one.kind === "http" ? "http" : "mcp") !== kind)
      issues.push({
        path: `${place}.kind`,
        message: kind === "http" ? "must be http" : "must be mcp, resource or prompt",
      });
    issues.push(...issuesOfKept(one).map((issue) => ({ ...issue, path: `${place}.${issue.path}` })));
    if (one.function !== undefined && !hasFunction(one.function))
      issues.push({ path: `${place}.function`, message: `does not name a Function of this ${source} or Project` });
  });
  issues.push(...repeatedNames(at.bindings, bindings), ...repeatedUris(at.bindings, bindings));
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
