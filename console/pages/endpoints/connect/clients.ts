import type { Client } from "./client.ts";
import { askedKey, base64, curlOf, headersOf, isLocal, json, quoted, sdkOf, vsCodeLink } from "./client-texts.ts";

/** How to configure each MCP client for an endpoint, as in docs/mcp.md. */
export const clients: readonly Client[] = [
  {
    id: "claude-code",
    label: "Claude Code",
    shows: (name) => [
      `Resources: type @ and choose one, such as @${name}:docs://handbook.`,
      `Prompts: type /mcp__${name}__ and the name of the prompt.`,
      "It asks you the questions of tools.",
    ],
    supports: { signIn: true, key: true },
    guide: ({ signsIn, key }) =>
      signsIn && key === null
        ? ["Run the command below.", "In Claude Code, enter /mcp, choose the server, and choose Authenticate."]
        : [],
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
    shows: (name) => [`Resources and prompts: choose + and then Add from ${name}.`],
    note: "Install the bundle, or write the file yourself. The file starts mcp-remote, which needs Node; restart Claude after you change it.",
    supports: { signIn: true, key: true },
    hasBundle: true,
    guide: ({ signsIn, key }) =>
      signsIn && key === null
        ? [
            "If the internet reaches the address: open Connectors, under Customize or Settings, choose Add custom connector, and enter it. Then choose Connect and sign in.",
            "If not: use the file below. mcp-remote opens the sign-in in your browser.",
          ]
        : [],
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
                // Some versions split arguments at spaces, so there is no space after the colon.
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
    id: "chatgpt",
    label: "ChatGPT",
    shows: () => ["It uses tools. It does not list resources or prompts."],
    note: "ChatGPT takes your own tools in developer mode. In a company's workspace, an administrator allows it first. Menus may be named differently in your version.",
    supports: { signIn: true, key: false },
    isHosted: true,
    guide: ({ signsIn }) => [
      "In ChatGPT on the web, open Settings, Apps and Connectors, Advanced settings, and switch on Developer mode.",
      `Go back and choose Create. Enter a name and the address below, and choose ${signsIn ? "OAuth" : "No authentication"}.`,
      ...(signsIn ? ["ChatGPT opens the sign-in. Sign in, read what it may call, and allow it."] : []),
      "In a chat, choose it under the + sign.",
    ],
    steps: ({ url }) => [{ title: "Address of the MCP server", text: url }],
  },
  {
    id: "claude-web",
    label: "Claude on the web",
    shows: (name) => [`Resources and prompts: choose + and then Add from ${name}.`],
    note: "A connector that you add here is in Claude Desktop and on the phone too. In a company's plan, an owner adds it first.",
    supports: { signIn: true, key: false },
    isHosted: true,
    guide: ({ signsIn }) => [
      "On claude.ai, open Connectors, under Customize or Settings, and choose Add custom connector.",
      "Enter a name and the address below, and choose Add.",
      ...(signsIn ? ["Choose Connect. Claude opens the sign-in. Read what it may call, and allow it."] : []),
      "In a chat, switch it on under the + sign.",
    ],
    steps: ({ url }) => [{ title: "Address of the MCP server", text: url }],
  },
  {
    id: "cursor",
    label: "Cursor",
    shows: () => [
      "Prompts: type / in a chat, and choose one.",
      "Resources: the agent reads them.",
      "It asks you the questions of tools.",
    ],
    supports: { signIn: true, key: true },
    guide: ({ signsIn, key }) =>
      signsIn && key === null
        ? [
            "Add the server by the button or the file below.",
            "In Cursor's settings for MCP, choose Connect beside it and sign in.",
          ]
        : [],
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
    shows: (name) => [
      `Prompts: type /mcp.${name}. and the name of the prompt in the chat.`,
      "Resources: choose Add Context and then MCP Resources.",
      "It asks you the questions of tools.",
    ],
    supports: { signIn: true, key: true },
    guide: ({ signsIn, key }) =>
      signsIn && key === null
        ? [
            "Add the server by the button or the file below.",
            "VS Code asks whether it may sign in when it starts the server. Choose Allow.",
          ]
        : [],
    note: "For GitHub Copilot in agent mode.",
    steps: (target) => [
      {
        title: ".vscode/mcp.json",
        text: json({ servers: { [target.name]: { type: "http", url: target.url, ...headersOf(target) } } }),
      },
    ],
    link: {
      label: "Add to VS Code",
      href: (target) => vsCodeLink({ name: target.name, type: "http", url: target.url, ...headersOf(target) }),
      asking: ({ name, url }) =>
        vsCodeLink({
          name,
          type: "http",
          url,
          headers: { "x-api-key": `\${input:${askedKey.id}}` },
          inputs: [askedKey],
        }),
    },
  },
  {
    id: "codex",
    label: "Codex",
    supports: { signIn: true, key: true },
    guide: ({ signsIn, key }) =>
      signsIn && key === null ? ["Add the server to the file below.", "Sign in by the command below it."] : [],
    steps: ({ name, url, key, signsIn }) => [
      {
        title: "~/.codex/config.toml",
        text: [
          `[mcp_servers.${name}]`,
          `url = ${JSON.stringify(url)}`,
          ...(key === null ? [] : ['bearer_token_env_var = "FERRULE_KEY"']),
        ].join("\n"),
      },
      ...(key === null ? [] : [{ title: "In the shell that starts Codex", text: `export FERRULE_KEY=${quoted(key)}` }]),
      ...(signsIn && key === null ? [{ title: "Sign in", text: `codex mcp login ${name}` }] : []),
    ],
  },
  {
    id: "gemini",
    label: "Gemini CLI",
    shows: () => ["Prompts: type / and the name of the prompt."],
    supports: { signIn: true, key: true },
    guide: ({ name, signsIn, key }) =>
      signsIn && key === null
        ? [
            "Add the server to the file below and restart Gemini CLI.",
            `Enter /mcp auth ${name}, and sign in in your browser.`,
          ]
        : [],
    steps: (target) => [
      {
        title: "~/.gemini/settings.json, or .gemini/settings.json in the project",
        text: json({ mcpServers: { [target.name]: { httpUrl: target.url, ...headersOf(target) } } }),
      },
    ],
  },
  {
    id: "inspector",
    label: "MCP Inspector",
    shows: () => ["It lists and reads resources, gets prompts with completion, and shows the questions of tools."],
    supports: { signIn: true, key: true },
    guide: ({ url, signsIn, key }) =>
      signsIn && key === null
        ? [
            "Start it with npx @modelcontextprotocol/inspector, and choose Streamable HTTP and this address.",
            "Choose Connect. It opens the sign-in.",
            `Or give the command below a token for ${url}.`,
          ]
        : [],
    steps: ({ url, key, signsIn }) => [
      {
        title: "List the tools",
        text: [
          `npx @modelcontextprotocol/inspector --cli ${quoted(url)}`,
          "--transport http",
          ...(key === null ? [] : [`--header ${quoted(`x-api-key: ${key}`)}`]),
          ...(signsIn && key === null ? ['--header "authorization: Bearer $FERRULE_TOKEN"'] : []),
          "--method tools/list",
        ].join(" \\\n  "),
      },
    ],
  },
  {
    id: "curl",
    label: "curl",
    note: "curl cannot sign in. It sends a key, or a token that you give it.",
    supports: { signIn: false, key: true },
    steps: (target) => [{ title: "In a terminal", text: curlOf(target) }],
  },
  {
    id: "typescript",
    label: "TypeScript SDK",
    supports: { signIn: true, key: true },
    note: "A program without a person reads a token from the environment. With an authProvider, the SDK signs a person in by itself.",
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
