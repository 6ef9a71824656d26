import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileState } from "@ferrule/kit/file-state.ts";
import { type BundledProgram, bundledPrograms, bundlePaths, isBundled } from "@ferrule/kit/role-program.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";
import { bundleRole } from "./bundle-role.ts";

/** Bundles the roles and the commands below a root that have changed. `npm start`, the tests and the image run this. */
const anybodyReads = { sync: false, mode: 0o644 };
const root = process.argv[2] ?? join(import.meta.dirname, "../..");

async function bundleIfChanged(name: BundledProgram): Promise<void> {
  if (isBundled(root, name)) return;
  const begunMs = Date.now();
  const { text, inputs } = await bundleRole(root, name);
  const states = inputs.map(async (path) => {
    const { mtimeMs } = await stat(join(root, path));
    // What has changed meanwhile may be in the bundle in its old state, so the next start bundles again.
    return [path, mtimeMs < begunMs ? fileState(join(root, path)) : ""];
  });
  const paths = bundlePaths(root, name);
  await mkdir(paths.folder, { recursive: true });
  await writeAtomically(paths.program, text, anybodyReads);
  await writeAtomically(paths.states, JSON.stringify(Object.fromEntries(await Promise.all(states))), anybodyReads);
}

await Promise.all(bundledPrograms.map(bundleIfChanged));
