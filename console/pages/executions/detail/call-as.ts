import { asArguments, routeCall } from "@ferrule/contract/routes/route-call.ts";

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What a client asked an MCP Endpoint for. */
export type AskedFor = { kind: "tool" | "prompt"; name: string; input: unknown } | { kind: "resource"; uri: string };

/** The JSON-RPC message that asks for it again (MCP: tools/call, resources/read, prompts/get). */
export function mcpMessage(asked: AskedFor) {
  const head = { jsonrpc: "2.0", id: 1 };
  if (asked.kind === "resource") return { ...head, method: "resources/read", params: { uri: asked.uri } };
  const params = { name: asked.name, arguments: asArguments(asked.input) };
  return { ...head, method: asked.kind === "tool" ? "tools/call" : "prompts/get", params };
}

/** The shell command that asks an MCP Endpoint for it; the shell supplies the key. */
export const mcpCurl = (url: string, asked: AskedFor): string =>
  [
    `curl -s ${quoted(url)}`,
    `-H "x-api-key: $FERRULE_KEY" -H 'content-type: application/json'`,
    `-H 'accept: application/json, text/event-stream'`,
    `-d ${quoted(JSON.stringify(mcpMessage(asked)))}`,
  ].join(" \\\n  ");

/**
 * The shell command that calls a route of an HTTP API. The input's members go into the path; the rest goes into the
 * query, or into the body if the method has one.
 */
export function httpCurl(url: string, route: { method: string; path: string }, input: unknown): string {
  const { path, body } = routeCall(route, input);
  return [
    `curl -s${route.method === "GET" ? "" : ` -X ${route.method}`} ${quoted(`${url}${path}`)}`,
    `-H "x-api-key: $FERRULE_KEY"`,
    ...(body === undefined ? [] : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

/** The shell command that runs a Function as a test through the management API; the shell supplies the token. */
export const testCurl = (
  origin: string,
  functionId: string,
  body: { input: unknown; environment: string; tenantId: string },
) =>
  [
    `curl -s ${quoted(`${origin}/api/functions/${functionId}/test`)}`,
    `-H "authorization: Bearer $FERRULE_TOKEN" -H 'content-type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");
