import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundledPrograms, isBundled } from "@ferrule/kit/process/role-program.ts";

/** Bundling takes seconds. A bundler that hangs must not keep the roles from starting. */
const longestMs = 120_000;

/**
 * Bundles the roles and the commands whose sources have changed since the last bundling, in a process of its own, to
 * save this one's memory.
 * @throws Error with the bundler's last words; the roles then still run from their sources
 */
export async function bundleRoles(root: string): Promise<void> {
  if (bundledPrograms.every((name) => isBundled(root, name))) return;
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), root], {
    stdio: ["ignore", "ignore", "pipe"],
    timeout: longestMs,
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`The roles could not be bundled: ${said.trim()}`);
}
