import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { madeOf } from "@ferrule/kit/process/made-of.ts";
import {
  type BundledProgram,
  bundledPrograms,
  bundlePaths,
  developerCommand,
  isBundled,
} from "@ferrule/kit/process/role-program.ts";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";
import { bundleDeveloperCommand } from "./bundle-developer-command.ts";
import { bundleRole } from "./bundle-role.ts";
import { packageCommand } from "./package-command.ts";

/** Bundles the changed roles and commands below a root. `npm start`, the tests and the image run this. */
const anybodyReads = { sync: false, mode: 0o644 };
const root = process.argv[2] ?? join(import.meta.dirname, "../..");

async function bundleIfChanged(name: BundledProgram): Promise<void> {
  if (isBundled(root, name)) return;
  const begunMs = Date.now();
  const isCommand = name === developerCommand;
  const { text, inputs } = await (isCommand ? bundleDeveloperCommand(root) : bundleRole(root, name));
  const files = inputs.map((path) => join(root, path));
  const paths = bundlePaths(root, name);
  await mkdir(paths.folder, { recursive: true });
  // A bundle without a list of its sources counts as an image's. A half-written one must not count.
  await writeAtomically(paths.madeOf, "", anybodyReads);
  for (const [file, content] of isCommand ? await packageCommand(root, text, inputs) : [])
    await writeAtomically(join(paths.folder, file), content, anybodyReads);
  await writeAtomically(paths.program, text, anybodyReads);
  await writeAtomically(paths.madeOf, JSON.stringify(madeOf(root, files, begunMs)), anybodyReads);
}

await Promise.all(bundledPrograms.map(bundleIfChanged));
