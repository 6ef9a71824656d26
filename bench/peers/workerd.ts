import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { installPeer } from "./install-peer.ts";

const version = "1.20261023.1";

// The tool's response, from a workerd isolate: no key, no schema, no limit, no record.
const worker = `export default { async fetch(request) {
  const { id, params } = await request.json();
  const structuredContent = { text: params.arguments.text };
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return Response.json({ jsonrpc: "2.0", id, result: { content, structuredContent } });
} };`;
const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-01-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`;

/** Starts workerd with one worker; it ends with `stop`. */
export async function startWorkerd(): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-bench-worker-"));
  writeFileSync(join(folder, "worker.js"), worker);
  writeFileSync(join(folder, "config.capnp"), configuration);
  const { default: program } = installPeer("workerd", version)("workerd") as { default: string };
  const child = spawn(program, ["serve", "--control-fd=3", join(folder, "config.capnp")], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const stop = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdio[3] as Readable).on("line", (line) => {
      const told = JSON.parse(line) as { event: string; port: number };
      if (told.event === "listen") resolve(told.port);
    });
    child.once("exit", (code) => reject(new Error(`workerd ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}/mcp`, stop };
}
