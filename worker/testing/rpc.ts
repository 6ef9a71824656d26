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
  if (typeof params["name"] === "string") headers["mcp-name"] = params["name"];
  return [{ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: modernMeta(change) } }, headers];
}

/** A request of the handshake revisions. */
export const legacy = (method: string, params?: unknown, id: unknown = 1): unknown => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

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
