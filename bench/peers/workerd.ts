import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Not one of the repository's packages, because nothing else needs its 120 MB. It is installed for the measurement. */
const version = "1.20261023.1";

// The same answer as the tool's, in a workerd isolate: no key, no schema, no limit, no record.
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

/** The program, installed in the system's temporary folder on first use. @throws when it cannot be */
function findWorkerd(): string {
  const folder = join(tmpdir(), `ferrule-bench-workerd-${version}`);
  if (!existsSync(join(folder, "node_modules", "workerd"))) {
    const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", `workerd@${version}`];
    const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error("workerd could not be installed.");
  }
  return (createRequire(join(folder, "index.js"))("workerd") as { default: string }).default;
}

/** Starts workerd with one worker; it ends with `stop`. */
export async function startWorkerd(): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-bench-worker-"));
  writeFileSync(join(folder, "worker.js"), worker);
  writeFileSync(join(folder, "config.capnp"), configuration);
  const child = spawn(findWorkerd(), ["serve", "--control-fd=3", join(folder, "config.capnp")], {
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
