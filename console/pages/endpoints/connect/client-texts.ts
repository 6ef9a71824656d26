import type { Target } from "./client.ts";

/** Quotes a text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Whether a program sends a token from another source. */
const usesToken = ({ key, signsIn }: Pick<Target, "key" | "signsIn">): boolean => signsIn && key === null;

/** JSON with indentation. */
export const json = (value: unknown) => JSON.stringify(value, null, 2);
/** The header with the key, if there is one. */
export const headersOf = ({ key }: Target) => (key === null ? {} : { headers: { "x-api-key": key } });

/** The UTF-8 of a text in base64, for links. */
export const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

/** A request that lists the tools. */
export function curlOf({ url, key, signsIn }: Target): string {
  const lines = [
    `curl -s ${quoted(url)}`,
    ...(key === null ? [] : [`-H ${quoted(`x-api-key: ${key}`)}`]),
    ...(usesToken({ key, signsIn }) ? ['-H "authorization: Bearer $FERRULE_TOKEN"'] : []),
    "-H 'content-type: application/json'",
    "-H 'accept: application/json, text/event-stream'",
    `-d ${quoted(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }))}`,
  ];
  return lines.join(" \\\n  ");
}

const requestInit = (name: string, value: string) => `, {
  requestInit: { headers: { ${name}: ${value} } },
}`;

/** A program that lists the tools. */
export function sdkOf({ url, key, signsIn }: Target, imports: string): string {
  const credential = usesToken({ key, signsIn })
    ? requestInit("authorization", "`Bearer ${process.env.FERRULE_TOKEN}`")
    : key === null
      ? ""
      : requestInit('"x-api-key"', JSON.stringify(key));
  return `${imports}

const client = new Client({ name: "my-agent", version: "1.0.0" });
const transport = new StreamableHTTPClientTransport(new URL(${JSON.stringify(url)})${credential});
await client.connect(transport);
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name));
await client.close();
`;
}

/**
 * The link that adds a server to VS Code. It parses the query as JSON, takes `name` and `inputs` from it, and keeps the
 * rest as the server's configuration.
 */
export const vsCodeLink = (server: object): string =>
  `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`;

/** An input of VS Code's `mcp.json`: it asks for the key once and keeps it in its secret storage. */
export const askedKey = { type: "promptString", id: "ferrule-key", description: "API key", password: true } as const;

/** Whether an address is reachable from this machine only. */
export const isLocal = (url: string) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
