import { managementServerPath } from "@ferrule/contract/sign-in/management-server-path.ts";

export const prefixes = ["api", "mcp", "http"] as const;

/** The part of the origin that a request is for; `files` stands for everything that the gateway serves itself. */
export type Prefix = (typeof prefixes)[number] | "files";

/** The addresses at which callers sign in (RFC 8414, RFC 9728); the control plane serves them. */
const signIn =
  /^\/(?:oauth\/|\.well-known\/(?:oauth-authorization-server|openid-configuration|oauth-protected-resource)(?:\/|$))/;

/** Routes a checked path to the control plane (`api`), a worker (`mcp`, `http`), or the gateway itself. */
export function prefixOf(path: string): Prefix {
  // Endpoints have three more segments after `/mcp`, so this shadows none.
  if (path === managementServerPath) return "api";
  for (const prefix of prefixes) {
    if (path.startsWith(prefix, 1) && (path.length === prefix.length + 1 || path[prefix.length + 1] === "/")) {
      return prefix;
    }
  }
  return signIn.test(path) ? "api" : "files";
}
