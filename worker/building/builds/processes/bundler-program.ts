import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildOptions, Plugin } from "esbuild";
import { bundleOnce } from "../../../ground/bundle-once.ts";
import { buildFolders } from "../build-folders.ts";

/** esbuild refuses to be bundled, and we can find its files from any place of this program. */
const installed: Record<string, string> = {
  esbuild: join(buildFolders.package("esbuild"), "lib", "main.js"),
  "esbuild-wasm/esm/browser.js": join(buildFolders.package("esbuild-wasm"), "esm", "browser.js"),
};

/** SHA-256 (hex) of everything that goes into the program: this code, and where esbuild is installed. */
export const bundlerFingerprint = (builderFingerprint: string): string =>
  createHash("sha256")
    .update(`${builderFingerprint} ${JSON.stringify(installed)}`)
    .digest("hex");

const esbuildStays: Plugin = {
  name: "esbuild-stays",
  setup(build) {
    build.onResolve({ filter: /^esbuild/ }, ({ path }) =>
      installed[path] === undefined ? null : { path: pathToFileURL(installed[path]).href, external: true },
    );
  },
};

/** Writes the bundler process as a single program to `file`. It starts with half the CPU time of its modules. */
export async function writeBundlerProgram(_folder: string, file: string, signal: AbortSignal): Promise<void> {
  const options: BuildOptions = {
    entryPoints: [join(buildFolders.own, "bundler", "main.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    plugins: [esbuildStays],
    // For packages in CommonJS that load modules of Node.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "silent",
  };
  const bundled = await bundleOnce(options, signal);
  await writeFile(file, bundled.outputFiles[0]!.text, { signal });
}
