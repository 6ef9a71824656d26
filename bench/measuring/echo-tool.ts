import type { Client } from "@ferrule/contract/client.ts";
import { mostBodyBytes } from "@ferrule/contract/most-body-bytes.ts";
import { createFunction, deploy, issueKey, openProject } from "@ferrule/acceptance/deploy.ts";
import type { Target } from "./load.ts";

/** The same tool as the peers'. */
const source = `
/** Echoes. */
export default async function echo(input: { text: string }): Promise<{ text: string }> {
  return { text: input.text };
}
`;

const modern = "2026-07-28";
const headersOf = (method: string, name: string) => ({
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": modern,
  "mcp-method": method,
  "mcp-name": name,
});
const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
};

/** A `tools/call` of `echo` with a text of about this many characters, for any server. */
export function echoTarget(name: string, url: string, more: Record<string, string> = {}, characters = 10): Target {
  const textOf = (n: number) => `message ${n}`.padEnd(characters, ".");
  return {
    name,
    url,
    headers: { ...headersOf("tools/call", "echo"), ...more },
    body: (n) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id: n,
        method: "tools/call",
        params: { name: "echo", arguments: { text: textOf(n) }, _meta: meta },
      }),
    check(text, n) {
      const answer = JSON.parse(text) as { id: number; result?: { structuredContent?: { text: string } } };
      if (answer.id !== n || answer.result?.structuredContent?.text !== textOf(n))
        throw new Error(`wrong answer: ${text}`);
    },
  };
}

/** A resource of the endpoint of `echo`. */
export interface OfferedText {
  uri: string;
  text: string;
}

/** A `resources/read` of a text at the endpoint of `echo`. */
export const readTarget = (
  name: string,
  url: string,
  more: Record<string, string>,
  { uri, text }: OfferedText,
): Target => ({
  name,
  url,
  headers: { ...headersOf("resources/read", uri), ...more },
  body: (n) => JSON.stringify({ jsonrpc: "2.0", id: n, method: "resources/read", params: { uri, _meta: meta } }),
  check(answer, n) {
    const { id, result } = JSON.parse(answer) as { id: number; result?: { contents?: { text?: string }[] } };
    if (id !== n || result?.contents?.[0]?.text !== text) throw new Error(`wrong answer: ${answer}`);
  },
});

/** The most that an endpoint may take. */
const limits = { requestsPerMinute: 1_000_000, maxBodyBytes: mostBodyBytes };

interface EchoTool {
  url: string;
  key: string;
  projectId: string;
  endpointId: string;
}

type Bind = (params: { endpointId: string }, functionId: string) => Promise<unknown>;

/** Deploys `echo` in a new Project, bound to an endpoint of this kind. */
async function deployBound(client: Client, kind: "mcp" | "http", bind: Bind): Promise<EchoTool> {
  const { id: projectId } = await openProject(client);
  const { id: endpointId, urls } = await client.createRuntimeEndpoint({ body: { kind, slug: "bench", limits } });
  await bind({ endpointId }, await createFunction(client, "echo", source));
  const key = await issueKey(client, endpointId);
  await deploy(client);
  return { url: urls.development, key, projectId, endpointId };
}

/** Deploys `echo` as a tool of an endpoint. */
export const deployEcho = (client: Client): Promise<EchoTool> =>
  deployBound(client, "mcp", (params, functionId) =>
    client.createMcpBinding({ params, body: { functionId, toolName: "echo", description: "Echoes." } }),
  );

/** Deploys `echo` as `POST /echo` of an HTTP API. */
export async function deployEchoRoute(client: Client): Promise<EchoTool> {
  const bound = await deployBound(client, "http", (params, functionId) =>
    client.createHttpBinding({ params, body: { functionId, method: "POST", path: "/echo" } }),
  );
  return { ...bound, url: `${bound.url}/echo` };
}

/** A `POST` of a text of about this many characters, for any server with this route. */
export function routeTarget(name: string, url: string, more: Record<string, string> = {}, characters = 200): Target {
  const textOf = (n: number) => `message ${n}`.padEnd(characters, ".");
  return {
    name,
    url,
    headers: { "content-type": "application/json", ...more },
    body: (n) => JSON.stringify({ text: textOf(n) }),
    check(text, n) {
      if ((JSON.parse(text) as { text: string }).text !== textOf(n)) throw new Error(`wrong answer: ${text}`);
    },
  };
}
