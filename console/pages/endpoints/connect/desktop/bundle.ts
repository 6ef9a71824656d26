import { strToU8, zipSync } from "fflate";

/** What a bundle for Claude Desktop is made of. */
export interface BundleParts {
  /** The name of the server: the endpoint's slug. */
  name: string;
  /** What Claude Desktop calls it. */
  title: string;
  url: string;
  /** Callers send a key. Claude Desktop asks for it and keeps it; the bundle never has one. */
  asksKey: boolean;
  /** The source of `bridge.mjs`. */
  bridge: string;
  /** A PNG of 512 × 512 pixels. */
  icon: Uint8Array;
}

/** An id that no other endpoint's bundle has, because Claude Desktop replaces a bundle of the same name. */
const idOf = (url: string) =>
  url
    .replace(/^https?:\/\//, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();

/**
 * The manifest of a bundle (MCPB, manifest version 0.2, which every Claude Desktop that knows `.mcpb` can read). The
 * server's `command` is `node`: Claude Desktop brings a Node of its own.
 */
export function manifestOf({ name, title, url, asksKey }: Omit<BundleParts, "bridge" | "icon">) {
  return {
    manifest_version: "0.2",
    name: idOf(url),
    display_name: title,
    version: "1.0.0",
    description: `The tools, resources and prompts of ${name} at ${url}`,
    author: { name: "Ferrule" },
    icon: "icon.png",
    server: {
      type: "node",
      entry_point: "server/index.mjs",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/server/index.mjs", url],
        env: {
          // A company's own certificate authority counts, in a Node that knows this setting.
          NODE_USE_SYSTEM_CA: "1",
          ...(asksKey ? { FERRULE_KEY: "${user_config.api_key}" } : {}),
        },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { runtimes: { node: ">=18" } },
    ...(asksKey && {
      user_config: {
        api_key: {
          type: "string",
          title: "API key",
          description: `A key of ${title}. It begins with fer_key_.`,
          sensitive: true,
          required: true,
        },
      },
    }),
  };
}

/** A bundle for Claude Desktop (`.mcpb`): a ZIP with the manifest, the bridge and the icon. The same parts give the same bytes. */
export function bundleOf(parts: BundleParts): Uint8Array<ArrayBuffer> {
  const files = {
    "manifest.json": strToU8(`${JSON.stringify(manifestOf(parts), null, 2)}\n`),
    "server/index.mjs": strToU8(parts.bridge),
    "icon.png": parts.icon,
  };
  return new Uint8Array(zipSync(files, { mtime: "1980-01-01T12:00:00" }));
}
