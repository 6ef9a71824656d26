import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileState } from "./file-state.ts";

/** The roles whose programs are bundled. */
export const bundledRoles = ["gateway", "control-plane", "worker"] as const;

export type BundledRole = (typeof bundledRoles)[number];

/** Where a role's bundle is, and the states of what it was made of. An image has a bundle without the states. */
export const bundlePaths = (root: string, role: BundledRole) => {
  const folder = join(root, role, "dist");
  return { folder, program: join(folder, "main.mjs"), states: join(folder, "made-of.json") };
};

/** Whether the bundle of a role is made of just the files that are there now. */
export function isBundled(root: string, role: BundledRole): boolean {
  const { program, states } = bundlePaths(root, role);
  if (!existsSync(program)) return false;
  if (!existsSync(states)) return true;
  try {
    const madeOf = JSON.parse(readFileSync(states, "utf8")) as Record<string, string>;
    return Object.entries(madeOf).every(([path, state]) => fileState(join(root, path)) === state);
  } catch {
    return false;
  }
}

/** The program of a role: its bundle, or its sources while there is no bundle of just these. */
export const roleProgram = (root: string, role: BundledRole): string =>
  isBundled(root, role) ? bundlePaths(root, role).program : join(root, role, "main.ts");
