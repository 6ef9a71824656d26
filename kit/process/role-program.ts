import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMadeOf, type MadeOf } from "./made-of.ts";

/** The commands on the control plane's database, in one program. */
const commands = "control-plane/doors/commands";
/** The developers' command, which an installation offers for download. */
export const developerCommand = "cli/developer";
/** The programs that are bundled, named after their folders: each role, and the commands. */
export const bundledPrograms = ["gateway", "control-plane", "worker", commands, developerCommand] as const;

export type BundledProgram = (typeof bundledPrograms)[number];
export type BundledRole = Exclude<BundledProgram, typeof commands | typeof developerCommand>;

/** The paths of a program's bundle and of the list of its files (`MadeOf`). An image has a bundle without that list. */
export const bundlePaths = (root: string, name: BundledProgram) => {
  const folder = join(root, name, "dist");
  return { folder, program: join(folder, "main.mjs"), madeOf: join(folder, "made-of.json") };
};

/** Whether the bundle of a program is made of exactly the current files. */
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

/** The program of a role, or of the commands: its bundle if it matches the current sources, otherwise the sources. */
export const roleProgram = (root: string, name: BundledProgram): string =>
  isBundled(root, name) ? bundlePaths(root, name).program : join(root, name, "main.ts");
