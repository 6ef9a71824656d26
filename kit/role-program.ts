import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileState } from "./file-state.ts";

/** The commands on the control plane's database, in one program. */
const commands = "control-plane/commands";
/** The programs that are bundled, named after their folders: each role, and the commands. */
export const bundledPrograms = ["gateway", "control-plane", "worker", commands] as const;

export type BundledProgram = (typeof bundledPrograms)[number];
export type BundledRole = Exclude<BundledProgram, typeof commands>;

/** Where a program's bundle is, and the states of what it was made of. An image has a bundle without the states. */
export const bundlePaths = (root: string, name: BundledProgram) => {
  const folder = join(root, name, "dist");
  return { folder, program: join(folder, "main.mjs"), states: join(folder, "made-of.json") };
};

/** Whether the bundle of a program is made of just the files that are there now. */
export function isBundled(root: string, name: BundledProgram): boolean {
  const { program, states } = bundlePaths(root, name);
  if (!existsSync(program)) return false;
  if (!existsSync(states)) return true;
  try {
    const madeOf = JSON.parse(readFileSync(states, "utf8")) as Record<string, string>;
    return Object.entries(madeOf).every(([path, state]) => fileState(join(root, path)) === state);
  } catch {
    return false;
  }
}

/** The program of a role, or the commands: its bundle, or its sources while there is no bundle of just these. */
export const roleProgram = (root: string, name: BundledProgram): string =>
  isBundled(root, name) ? bundlePaths(root, name).program : join(root, name, "main.ts");
