import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const folder = join(import.meta.dirname, "../../node_modules/.cache/mcp-clients");

/**
 * Installs a client that is too large to be a dependency, once on this machine, and returns its folder of packages. None of
 * its scripts run.
 * @param name the npm package
 * @param version exactly this one
 */
export async function installClient(name: string, version: string): Promise<string> {
  const own = join(folder, `${name.replaceAll("/", "+")}@${version}`);
  const done = join(own, "done");
  const packages = join(own, "node_modules");
  if (existsSync(done)) return packages;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "package.json"), `{"private":true}`);
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  await promisify(execFile)("npm", args, { cwd: own, timeout: 600_000 });
  writeFileSync(done, "");
  return packages;
}
