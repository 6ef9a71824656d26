import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Installs a package in the system's temporary folder, unless it is there. A package that only a measurement needs does
 * not belong in the repository. Returns a function that requires from it. @throws when it cannot be installed
 */
export function installPeer(name: string, version: string): NodeJS.Require {
  const folder = join(tmpdir(), `ferrule-bench-${name.replaceAll(/\W+/g, "-")}-${version}`);
  if (!existsSync(join(folder, "node_modules", name))) {
    const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
    const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`${name} could not be installed.`);
  }
  return createRequire(join(folder, "index.js"));
}
