// Why: docs/decisions/command-from-the-installation.md
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { operations } from "@ferrule/contract/operations.ts";
import { developerCommand } from "@ferrule/kit/process/role-program.ts";
import { build, type Plugin } from "esbuild";
import type { Bundle } from "./bundle-role.ts";

/** The beginning of the file: a message for older Nodes, and `require` for packages in CommonJS. */
const prologue = `#!/usr/bin/env node
import { createRequire as ferruleRequireOf } from "node:module";
if (Number(process.versions.node.split(".")[0]) < 20) {
  process.stderr.write("ferrule needs Node 20.12 or newer. This is Node " + process.versions.node + ".\\n");
  process.exit(1);
}
const require = ferruleRequireOf(import.meta.url);`;

/**
 * The part of an operation that the command's client reads. Its schemas would take half of the time that the command
 * needs to start.
 */
const called = Object.fromEntries(
  Object.entries<{ method: string; path: string; idempotent?: true; alternative?: unknown }>(operations).map(
    ([name, { method, path, idempotent, alternative }]) => [name, { method, path, idempotent, alternative }],
  ),
);

/** Replaces the operation table by the part that the client reads. */
const callsOnly: Plugin = {
  name: "calls-only",
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]contract[\\/]operations\.ts$/ }, () => ({
      contents: `export const operations = ${JSON.stringify(called)};\nexport const operationNames = Object.keys(operations);`,
    }));
  },
};

/** The types of the guest as one text, which the command writes into folders of Projects (`cli/developer/project/folder-types.ts`). */
const guestTypes = (root: string, files: readonly string[]): string =>
  files.map((file) => `${readFileSync(join(root, file), "utf8").trimEnd()}\n`).join("\n");

/**
 * Bundles the developers' command and its packages into one file that needs nothing but Node 20.
 * @throws BuildFailure
 */
export async function bundleDeveloperCommand(root: string): Promise<Bundle> {
  const guest = globSync("contract/guest/*.d.ts", { cwd: root }).sort();
  const result = await build({
    absWorkingDir: root,
    entryPoints: [join(root, developerCommand, "main.ts")],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "silent",
    banner: { js: prologue },
    plugins: [callsOnly],
    define: { FERRULE_GUEST_TYPES: JSON.stringify(guestTypes(root, guest)) },
  });
  // The table depends on all of the contract, and these files decide how the command is bundled.
  const contract = globSync("contract/{operation,operations,states}.ts", { cwd: root });
  const folders = globSync("contract/{operations,resources}/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });
  const own = ["bundle-developer-command.ts", "package-command.ts", "licences-of.ts"].map((file) =>
    relative(root, join(import.meta.dirname, file)),
  );
  const inputs = new Set([...Object.keys(result.metafile.inputs), ...contract, ...folders, ...guest, ...own]);
  return { text: result.outputFiles[0]!.text, inputs: [...inputs] };
}
