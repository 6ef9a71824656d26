import { readFileSync } from "node:fs";
import type { Machine } from "./start-machine.ts";

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command that calls a demo tool, ready to paste into any shell. */
export function demoCurl(demo: NonNullable<Machine["demo"]>): string {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "look_up_order", arguments: { orderId: "A-1001" } },
  };
  return [
    `curl -s ${quote(demo.mcpUrl)} \\`,
    `  -H ${quote(`x-api-key: ${demo.mcpKey}`)} -H 'content-type: application/json' \\`,
    `  -H 'accept: application/json, text/event-stream' \\`,
    `  -d ${quote(JSON.stringify(body))}`,
  ].join("\n");
}

/** Where to find the generated password while it is kept, or what else to do. */
function passwordLine(signIn: Machine["signIn"]): string {
  if (signIn.passwordFile === null) return `or as ${signIn.email} with your password`;
  try {
    const { password } = JSON.parse(readFileSync(signIn.passwordFile, "utf8")) as { password: string };
    return `or as ${signIn.email} with the password ${password}   (kept in ${signIn.passwordFile})`;
  } catch {
    return `or as ${signIn.email} with your password`;
  }
}

/** What `npm start` prints when everything is ready: the URL, how to sign in, and one call to try. */
export function announce(machine: Machine, tookMs: number): string {
  const { signIn, url, demo } = machine;
  const lines = [
    "",
    `Ferrule is ready at ${url} (${(tookMs / 1000).toFixed(1)} s)`,
    "",
    `  Sign in   ${url}/#link=${signIn.token}   (works once)`,
    `            ${passwordLine(signIn)}`,
  ];
  if (demo) lines.push("", "  Call a demo tool:", "", demoCurl(demo).replaceAll(/^/gm, "  "));
  lines.push("", "  Ctrl-C stops everything.", "");
  return `${lines.join("\n")}\n`;
}
