// /usr/bin/env node The installed Node may be older than what Ferrule needs; its packages bring the right one. This
// process becomes that Node if it can. Node 20 cannot, so it starts the program as a child, which receives our signals
// and ends when this process does.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const brought = join(root, "node_modules", ".bin", "node");
const node = existsSync(brought) ? brought : process.execPath;
const args = ["--enable-source-maps", join(root, "cli", "main.ts"), ...process.argv.slice(2)];

// Replacing the process would also drop its IPC channel, so a supervised process stays.
if (process.execve && !process.connected) {
  try {
    process.execve(node, [node, ...args], process.env);
  } catch {
    // This platform does not support it.
  }
}
const child = spawn(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  process.stderr.write(`ferrule: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
process.on("disconnect", () => child.kill("SIGTERM"));
