interface Challenge {
  /** The origin of PUBLIC_URL. */
  origin: string;
  /** The endpoint's path: `/mcp/development/orders/desk`. */
  path: string;
  /** The scopes to request; empty when the client has to know them. */
  scopes: Iterable<string>;
  /** RFC 6750, section 3.1; absent when the client sent no token. */
  error?: "invalid_token" | "insufficient_scope";
  /** Plain ASCII without quotes. */
  description?: string;
}

/**
 * The headers that tell a client where to sign in and which scopes to request (RFC 6750, RFC 9728 section 5.1; MCP
 * authorization, "Protected Resource Metadata Discovery Requirements"), as names and values in turn.
 */
export function challengeHeaders({ origin, path, scopes, error, description }: Challenge): string[] {
  const asked = [...scopes].join(" ");
  const said = [
    'realm="ferrule"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(description === undefined ? [] : [`error_description="${description}"`]),
    ...(asked === "" ? [] : [`scope="${asked}"`]),
    `resource_metadata="${origin}/.well-known/oauth-protected-resource${path}"`,
  ];
  return ["www-authenticate", `Bearer ${said.join(", ")}`, "cache-control", "no-store"];
}
