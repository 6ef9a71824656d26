#!/usr/bin/env node
// The installed Node may be older than what Ferrule needs; its packages bring the right one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const brought = join(root, "node_modules", ".bin", "node");
const node = existsSync(brought) ? brought : process.execPath;
const { status, error } = spawnSync(node, [join(root, "cli", "main.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
if (error) process.stderr.write(`ferrule: ${error.message}\n`);
process.exit(status ?? 1);
