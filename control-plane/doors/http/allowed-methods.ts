import { operationNames, operations } from "@ferrule/contract/operations.ts";
import { managementServerPath } from "@ferrule/contract/sign-in/management-server-path.ts";
import { oauthRoutes } from "@ferrule/contract/sign-in/oauth-routes.ts";
import { scimRoutes } from "@ferrule/contract/sign-in/scim-routes.ts";
import type { Operation } from "@ferrule/contract/operation.ts";

const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
const served: readonly { method: string; path: string }[] = [
  ...operationNames.map((name): Operation => operations[name]),
  ...Object.values(oauthRoutes),
  ...Object.values(scimRoutes),
  { method: "POST", path: managementServerPath },
];
for (const { method, path } of served) {
  const known = patterns.get(path) ?? {
    pattern: new RegExp(`^${path.replaceAll(".", String.raw`\.`).replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`),
    methods: new Set<string>(),
  };
  known.methods.add(method);
  if (method === "GET") known.methods.add("HEAD");
  patterns.set(path, known);
}

/** The methods that a path supports, for the `Allow` of a 405; empty when no operation has the path. */
export function allowedMethods(path: string): string[] {
  const methods = new Set<string>();
  for (const { pattern, methods: known } of patterns.values()) {
    if (pattern.test(path)) for (const method of known) methods.add(method);
  }
  return [...methods].sort();
}
