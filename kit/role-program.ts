import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMadeOf, type MadeOf } from "./made-of.ts";

/** The commands on the control plane's database, in one program. */
const commands = "control-plane/doors/commands";
/** The developers' command, which an installation hands out. */
export const developerCommand = "cli/developer";
/** The programs that are bundled, named after their folders: each role, and the commands. */
export const bundledPrograms = ["gateway", "control-plane", "worker", commands, developerCommand] as const;

export type BundledProgram = (typeof bundledPrograms)[number];
export type BundledRole = Exclude<BundledProgram, typeof commands | typeof developerCommand>;

/** Where a program's bundle is, and what it was made of (`MadeOf`). An image has a bundle without that. */
export const bundlePaths = (root: string, name: BundledProgram) => {
  const folder = join(root, name, "dist");
  return { folder, program: join(folder, "main.mjs"), madeOf: join(folder, "made-of.json") };
};

/** Whether the bundle of a program is made of just the files that are there now. */
export function isBundled(root: string, name: BundledProgram): boolean {
  const { program, madeOf } = bundlePaths(root, name);
  if (!existsSync(program)) return false;
  if (!existsSync(madeOf)) return true;
  try {
    return isMadeOf(root, JSON.parse(readFileSync(madeOf, "utf8")) as MadeOf);
  } catch {
    return false;
  }
}

/** The program of a role, or the commands: its bundle, or its sources while there is no bundle of just these. */
export const roleProgram = (root: string, name: BundledProgram): string =>
  isBundled(root, name) ? bundlePaths(root, name).program : join(root, name, "main.ts");
