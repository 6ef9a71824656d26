/** The values that a client's setup needs. */
export interface Target {
  /** The client's name for the server: the endpoint's slug. */
  name: string;
  url: string;
  /** Null when the endpoint asks for none. */
  key: string | null;
}

export interface Step {
  title: string;
  text: string;
}

export interface Client {
  id: string;
  label: string;
  /** What to know beforehand. */
  note?: string;
  steps: (target: Target) => Step[];
  /** Opens the client with everything filled in. */
  link?: { label: string; href: (target: Target) => string };
}

/** Quotes a text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const json = (value: unknown) => JSON.stringify(value, null, 2);
const headersOf = ({ key }: Target) => (key === null ? {} : { headers: { "x-api-key": key } });

const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

function curlOf({ url, key }: Target): string {
  const lines = [
    `curl -s ${quoted(url)}`,
    ...(key === null ? [] : [`-H ${quoted(`x-api-key: ${key}`)}`]),
    "-H 'content-type: application/json'",
    "-H 'accept: application/json, text/event-stream'",
    `-d ${quoted(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }))}`,
  ];
  return lines.join(" \\\n  ");
}

const sdkOf = ({ url, key }: Target, imports: string) => `${imports}

const client = new Client({ name: "my-agent", version: "1.0.0" });
const transport = new StreamableHTTPClientTransport(new URL(${JSON.stringify(url)})${
  key === null
    ? ""
    : `, {
  requestInit: { headers: { "x-api-key": ${JSON.stringify(key)} } },
}`
});
await client.connect(transport);
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name));
await client.close();
`;

const isLocal = (url: string) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** How to configure each MCP client for an endpoint, as in docs/mcp.md. */
export const clients: readonly Client[] = [
  {
    id: "claude-code",
    label: "Claude Code",
    steps: ({ name, url, key }) => [
      {
        title: "In a terminal",
        text: [
          `claude mcp add --transport http ${name} ${quoted(url)}`,
          ...(key === null ? [] : [`--header ${quoted(`x-api-key: ${key}`)}`]),
        ].join(" \\\n  "),
      },
      { title: "Check the connection", text: "claude mcp list" },
    ],
  },
  {
    id: "claude-desktop",
    label: "Claude Desktop",
    note: "Claude Desktop starts local programs; mcp-remote is the bridge and needs Node. Restart Claude afterwards.",
    steps: ({ name, url, key }) => [
      {
        title: "claude_desktop_config.json (Settings, Developer, Edit config)",
        text: json({
          mcpServers: {
            [name]: {
              command: "npx",
              args: [
                "-y",
                "mcp-remote",
                url,
                // Some versions split arguments at spaces, so there is none after the colon.
                ...(key === null ? [] : ["--header", "x-api-key:${FERRULE_KEY}"]),
                ...(url.startsWith("http:") && !isLocal(url) ? ["--allow-http"] : []),
              ],
              ...(key === null ? {} : { env: { FERRULE_KEY: key } }),
            },
          },
        }),
      },
    ],
  },
  {
    id: "cursor",
    label: "Cursor",
    steps: (target) => [
      {
        title: ".cursor/mcp.json in the project, or ~/.cursor/mcp.json",
        text: json({ mcpServers: { [target.name]: { url: target.url, ...headersOf(target) } } }),
      },
    ],
    link: {
      label: "Add to Cursor",
      href: (target) =>
        `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({
          name: target.name,
          config: base64(JSON.stringify({ url: target.url, ...headersOf(target) })),
        }).toString()}`,
    },
  },
  {
    id: "vs-code",
    label: "VS Code",
    note: "For GitHub Copilot in agent mode. In a shared file, use ${input:ferrule-key} instead of the key, and VS Code asks for it.",
    steps: (target) => [
      {
        title: ".vscode/mcp.json",
        text: json({ servers: { [target.name]: { type: "http", url: target.url, ...headersOf(target) } } }),
      },
    ],
    link: {
      label: "Add to VS Code",
      href: (target) =>
        `vscode:mcp/install?${encodeURIComponent(
          JSON.stringify({ name: target.name, type: "http", url: target.url, ...headersOf(target) }),
        )}`,
    },
  },
  {
    id: "codex",
    label: "Codex",
    steps: ({ name, url, key }) => [
      {
        title: "~/.codex/config.toml",
        text: [
          `[mcp_servers.${name}]`,
          `url = ${JSON.stringify(url)}`,
          ...(key === null ? [] : ['bearer_token_env_var = "FERRULE_KEY"']),
        ].join("\n"),
      },
      ...(key === null ? [] : [{ title: "In the shell that starts Codex", text: `export FERRULE_KEY=${quoted(key)}` }]),
    ],
  },
  {
    id: "inspector",
    label: "MCP Inspector",
    steps: ({ url, key }) => [
      {
        title: "List the tools",
        text: [
          `npx @modelcontextprotocol/inspector --cli ${quoted(url)}`,
          "--transport http",
          ...(key === null ? [] : [`--header ${quoted(`x-api-key: ${key}`)}`]),
          "--method tools/list",
        ].join(" \\\n  "),
      },
    ],
  },
  { id: "curl", label: "curl", steps: (target) => [{ title: "In a terminal", text: curlOf(target) }] },
  {
    id: "typescript",
    label: "TypeScript SDK",
    steps: (target) => [
      {
        title: "Version 2: npm install @modelcontextprotocol/client",
        text: sdkOf(target, 'import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";'),
      },
      {
        title: "Version 1: npm install @modelcontextprotocol/sdk",
        text: sdkOf(
          target,
          `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";`,
        ),
      },
    ],
  },
];
