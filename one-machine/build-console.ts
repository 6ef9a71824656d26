import { spawn } from "node:child_process";
import { join } from "node:path";
import { StartError } from "./data-dir.ts";

/**
 * Builds the console when its sources are newer than the last build. It runs in its own process, so that the bundler
 * stays out of this one. `env` joins this process's environment. @throws StartError with the build's last lines
 */
export async function buildConsole(root: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, [join(root, "console", "build", "main.ts")], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new StartError(`The console could not be built: ${said.trim().split("\n").slice(-5).join(" ")}`);
}
