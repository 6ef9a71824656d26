import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { bundleOnce } from "../../../ground/bundle-once.ts";

/** The file of an attack below `programs/`, without its extension: its name in lower case, joined by hyphens. */
export const programFile = (group: string, name: string) =>
  `${group}/${name
    .toLowerCase()
    .replaceAll("'", "")
    .replaceAll(/[^a-z0-9]+/g, "-")}`;

/**
 * The guest programs in a folder beside this file, each as one ES module in JavaScript, by their paths there without
 * extension. With `bundle`, each includes the files that it imports.
 */
export async function readPrograms(
  folder: string,
  pattern: string,
  { bundle }: { bundle: boolean },
): Promise<Map<string, string>> {
  const absWorkingDir = join(import.meta.dirname, folder);
  const { outputFiles } = await bundleOnce({
    absWorkingDir,
    entryPoints: globSync(pattern, { cwd: absWorkingDir }),
    outbase: absWorkingDir,
    outdir: absWorkingDir,
    ...(bundle && { bundle, format: "esm" }),
    target: "esnext",
    // With another configuration it would add "use strict".
    tsconfigRaw: {},
    logLevel: "silent",
  });
  return new Map(outputFiles.map(({ path, text }) => [relative(absWorkingDir, path).replace(/\.js$/, ""), text]));
}
