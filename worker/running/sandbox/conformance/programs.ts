import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { bundleOnce } from "../../../ground/bundle-once.ts";

const folder = join(import.meta.dirname, "programs");

/** The file of an attack below `programs/`, without its extension: its name in lower case, joined by hyphens. */
export const programFile = (group: string, name: string) =>
  `${group}/${name
    .toLowerCase()
    .replaceAll("'", "")
    .replaceAll(/[^a-z0-9]+/g, "-")}`;

/** The programs of all attacks, each one ES module without its types, by their files. */
export async function readPrograms(): Promise<Map<string, string>> {
  const { outputFiles } = await bundleOnce({
    absWorkingDir: folder,
    entryPoints: globSync("*/*.ts", { cwd: folder }),
    outbase: folder,
    outdir: folder,
    target: "esnext",
    // Modules are strict as they are.
    tsconfigRaw: {},
    logLevel: "silent",
  });
  return new Map(outputFiles.map(({ path, text }) => [relative(folder, path).replace(/\.js$/, ""), text]));
}
