import assert from "node:assert/strict";

export const modernVersion = "2026-07-28";

/** The `_meta` of a request of the modern revision. */
export const modernMeta = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  "io.modelcontextprotocol/protocolVersion": modernVersion,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
  ...change,
});

/** A request of the modern revision, with the headers that mirror it. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  change: Record<string, unknown> = {},
): [message: unknown, headers: Record<string, string | undefined>] {
  const headers: Record<string, string | undefined> = { "mcp-protocol-version": modernVersion, "mcp-method": method };
  const member = method === "resources/read" ? "uri" : method.startsWith("tasks/") ? "taskId" : "name";
  const mirrored = params[member];
  if (typeof mirrored === "string") headers["mcp-name"] = mirrored;
  return [{ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: modernMeta(change) } }, headers];
}

/** A request of the handshake revisions. */
export const legacy = (method: string, params?: unknown, id: unknown = 1): unknown => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

type Post = (message: unknown, headers?: Record<string, string | undefined>) => Promise<Response>;

/** Sends a request of a revision, and returns its response. */
export function sendAt(
  { post }: { post: Post },
  revision: string,
  method: string,
  params: Record<string, unknown> = {},
): Promise<Response> {
  if (revision === modernVersion) return post(...modern(method, params));
  return post(legacy(method, params), { "mcp-protocol-version": revision });
}

/** The same for a request that succeeds. Returns its result. */
export async function resultAt(...sent: Parameters<typeof sendAt>): Promise<Record<string, unknown>> {
  const response = await sendAt(...sent);
  const body = await bodyOf(response);
  assert.equal(response.status, 200, JSON.stringify(body));
  assert.ok(body.result !== undefined, JSON.stringify(body));
  return body.result;
}

export interface RpcBody {
  jsonrpc: string;
  id: unknown;
  result?: Record<string, never>;
  error?: { code: number; message: string; data: Record<string, never> };
}

export const bodyOf = async (response: Response): Promise<RpcBody> => (await response.json()) as RpcBody;

/** Asserts an error's HTTP status and JSON-RPC code, and returns its body. */
export async function refused(response: Response, status: number, code: number): Promise<RpcBody> {
  const body = await bodyOf(response);
  assert.deepEqual([response.status, body.error?.code], [status, code], JSON.stringify(body));
  assert.equal(body.error?.data["requestId"], response.headers.get("x-request-id"));
  return body;
}

/** The JSON messages of an event stream. */
export async function eventsOf(response: Response): Promise<Record<string, never>[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null") as Record<string, never>);
}
