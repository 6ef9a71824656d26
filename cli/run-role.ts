import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Becomes another program's process, so that signals, exit codes and the process list speak of it. */
function become(program: string): void {
  const execve = process.execve?.bind(process);
  if (!execve) throw new Error("This Node cannot replace its process; 24 or newer is needed.");
  execve(process.execPath, [process.execPath, "--enable-source-maps", program], process.env);
}

/** Becomes the role's own process. */
export const runRole = (role: string): void =>
  become(role === "start" ? join(root, "start.ts") : join(root, role, "main.ts"));

/** Becomes the program that puts every secret's data key under the first of ENCRYPTION_KEYS. */
export const rekeySecrets = (): void => become(join(root, "control-plane", "rekey-secrets.ts"));
