export const prefixes = ["api", "mcp", "http"] as const;

/** The part of the origin a request is for; `files` is everything that is answered here. */
export type Prefix = (typeof prefixes)[number] | "files";

/** Callers sign in here (RFC 8414, RFC 9728): the control plane answers. */
const signIn =
  /^\/(?:oauth\/|\.well-known\/(?:oauth-authorization-server|openid-configuration|oauth-protected-resource)(?:\/|$))/;

/** Which upstream a checked path belongs to: the control plane (`api`), a worker (`mcp`, `http`), or none. */
export function prefixOf(path: string): Prefix {
  for (const prefix of prefixes) {
    if (path.startsWith(prefix, 1) && (path.length === prefix.length + 1 || path[prefix.length + 1] === "/")) {
      return prefix;
    }
  }
  return signIn.test(path) ? "api" : "files";
}
