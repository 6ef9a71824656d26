import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BundledRole, roleProgram } from "@ferrule/kit/process/role-program.ts";

const root = join(import.meta.dirname, "..");

/** Runs a program in this process, so that signals, exit codes and the process list refer to it. */
async function run(file: string, args: string[]): Promise<void> {
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

/** Runs a role, or everything on this machine. */
export const runRole = (role: "start" | BundledRole): Promise<void> =>
  run(role === "start" ? join(root, "start.ts") : roleProgram(root, role), []);

type Program = "manage-users" | "rekey-secrets" | "migrate" | "backup" | "restore" | "check-database" | "erase";

/** Runs a program on the control plane's database; its arguments are in `process.argv`. */
export const runProgram = (name: Program, args: string[]): Promise<void> =>
  run(roleProgram(root, "control-plane/doors/commands"), [name, ...args]);
