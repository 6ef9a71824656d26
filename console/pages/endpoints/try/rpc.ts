import type { TriedRevision } from "../search.ts";

type Schema = Record<string, unknown>;

export interface RpcMessage {
  jsonrpc: "2.0";
  id: number;
  method: string;
  params?: Record<string, unknown>;
}

export interface RpcAnswer {
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

const clientInfo = { name: "ferrule-console", version: "1" };
const prefix = "io.modelcontextprotocol/";

/** A request in one revision's format: 2026-07-28 carries version and capabilities in each, 2025-11-25 in a header. */
export function messageOf(
  revision: TriedRevision,
  id: number,
  method: string,
  params: Record<string, unknown> = {},
): RpcMessage {
  if (revision === "2025-11-25")
    return { jsonrpc: "2.0", id, method, ...(Object.keys(params).length === 0 ? {} : { params }) };
  const _meta = {
    [`${prefix}protocolVersion`]: revision,
    [`${prefix}clientInfo`]: clientInfo,
    [`${prefix}clientCapabilities`]: { elicitation: { form: {}, url: {} } },
  };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
}

/** A header's value, in base64 when it is not plain ASCII (MCP 2026-07-28, Streamable HTTP). */
const headerValue = (text: string): string =>
  /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text) && !text.startsWith("=?base64?")
    ? text
    : `=?base64?${btoa(String.fromCodePoint(...new TextEncoder().encode(text)))}?=`;

/** The arguments that a tool's schema maps to headers. */
function paramHeaders(schema: unknown, given: unknown): [string, string][] {
  if (typeof schema !== "object" || schema === null || typeof given !== "object" || given === null) return [];
  return Object.entries((schema as Schema)["properties"] ?? {}).flatMap(([name, property]: [string, unknown]) => {
    const value = (given as Record<string, unknown>)[name];
    const header = (property as Schema | null)?.["x-mcp-header"];
    const own: [string, string][] =
      typeof header === "string" && ["string", "number", "boolean"].includes(typeof value)
        ? [[`mcp-param-${header.toLowerCase()}`, headerValue(String(value))]]
        : [];
    return [...own, ...paramHeaders(property, value)];
  });
}

/** The headers of a message. `inputSchema` is the called tool's. */
export function headersOf(
  revision: TriedRevision,
  message: RpcMessage,
  key: string | null,
  inputSchema?: Schema,
): Record<string, string> {
  const name = message.params?.["name"] ?? message.params?.["uri"];
  return {
    ...(key === null ? {} : { "x-api-key": key }),
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    ...(revision === "2025-11-25"
      ? {}
      : {
          "mcp-method": message.method,
          ...(typeof name === "string" ? { "mcp-name": headerValue(name) } : {}),
          ...Object.fromEntries(paramHeaders(inputSchema, message.params?.["arguments"])),
        }),
  };
}

/** Finds the response to a request, in a JSON message or in a stream's. */
export function answerOf(body: unknown, id: number): RpcAnswer | null {
  const all = Array.isArray(body) ? (body as unknown[]) : [body];
  const found = all.find(
    (one) =>
      typeof one === "object" &&
      one !== null &&
      ("result" in one || "error" in one) &&
      (one as { id?: unknown }).id === id,
  );
  const refused = all.find((one) => typeof one === "object" && one !== null && "error" in one);
  return found ?? refused ?? null;
}
