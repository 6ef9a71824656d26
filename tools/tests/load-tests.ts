import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

/**
 * Loads test files into this process, each in its own suite named after the file. A file that cannot be loaded fails
 * its suite. The process's id goes into `pidFile`, so that the runner can kill a process that hangs.
 */
export async function loadTests(root: string, files: readonly string[], pidFile: string): Promise<void> {
  writeFileSync(pidFile, String(process.pid));
  const load = async (file: string) => void (await import(pathToFileURL(file).href));
  await Promise.all(files.map((file) => describe(relative(root, file), () => load(file))));
}
