/** The parts of a runtime URL's path. */
export interface RuntimePath {
  prefix: "mcp" | "http";
  /** The endpoint's key in the directory: `/http/development/orders/desk`. */
  endpoint: string;
  /** The rest of the path: `/orders/A-1`, or `/` if it is empty. For an MCP endpoint, only a run's state has one. */
  rest: string;
  /** Without its question mark. */
  query: string;
}

/** Parses a URL under `/mcp` or `/http`; null for every other URL. It decodes nothing. */
export function runtimePath(url: string): RuntimePath | null {
  const mcp = url.startsWith("/mcp/");
  if (!mcp && !url.startsWith("/http/")) return url === "/mcp" || url === "/http" ? notAnEndpoint(url) : null;
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  if (mcp) {
    const state = path.indexOf("/-/runs/");
    if (state !== -1) return { prefix: "mcp", endpoint: path.slice(0, state), rest: path.slice(state), query };
    // We ignore one trailing slash: some clients add it, and lose the body on a redirect.
    return { prefix: "mcp", endpoint: path.endsWith("/") ? path.slice(0, -1) : path, rest: "/", query };
  }
  let end = 5;
  for (let parts = 0; parts < 3 && end !== -1; parts += 1) end = path.indexOf("/", end + 1);
  if (end === -1) return { prefix: "http", endpoint: path, rest: "/", query };
  return { prefix: "http", endpoint: path.slice(0, end), rest: path.slice(end), query };
}

const notAnEndpoint = (url: string): RuntimePath => ({
  prefix: url === "/mcp" ? "mcp" : "http",
  endpoint: url,
  rest: "/",
  query: "",
});
