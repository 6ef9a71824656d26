// Why: docs/decisions/web-platform-in-the-isolate.md
import type { BuildOptions } from "esbuild";
import { getCompileCacheDir } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleOnce } from "../../../ground/bundle-once.ts";
import { type BundledGuest, discardBundle, keptBundle } from "./kept-guest.ts";

export interface GuestCode {
  /** The executor's program, one CommonJS text for its stdin. */
  executor: string;
  /** The prelude of every isolate, one script. */
  prelude: string;
}

/** Names the files of this code, relative to a folder that contains all our packages and usually the others. */
const root = fileURLToPath(new URL("../../../..", import.meta.url));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function bundled(options: BuildOptions): Promise<{ text: string; inputs: string[] }> {
  const result = await bundleOnce({
    bundle: true,
    metafile: true,
    target: "esnext",
    // Each isolate holds this text, and shortened names save it 0.5 MB. The prelude sets the names that Functions see.
    minify: true,
    legalComments: "none",
    logLevel: "silent",
    absWorkingDir: here(".."),
    ...options,
  });
  const inputs = Object.keys(result.metafile!.inputs).map((path) => resolve(here(".."), path));
  return { text: result.outputFiles[0]!.text, inputs };
}

async function bundleBoth(): Promise<BundledGuest> {
  const [executor, prelude] = await Promise.all([
    bundled({ entryPoints: [here("../executor/main.ts")], format: "cjs", platform: "node", external: ["isolated-vm"] }),
    bundled({
      entryPoints: [here("../guest/prelude.ts")],
      format: "iife",
      platform: "neutral",
      mainFields: ["module", "main"],
    }),
  ]);
  // This file affects the bundle, so it is an input too.
  const inputs = [fileURLToPath(import.meta.url), ...executor.inputs, ...prelude.inputs];
  return { executor: executor.text, prelude: prelude.text, inputs };
}

let built: Promise<GuestCode> | undefined;

/**
 * Bundles the code for executors and isolates, once per process (about 130 ms). If Node's compile cache is on, it
 * instead reads an earlier bundle of files with the same content. Both stay in memory.
 */
export function buildGuest(): Promise<GuestCode> {
  const folder = getCompileCacheDir();
  built ??= folder === undefined ? bundleBoth() : keptBundle(folder, root, bundleBoth);
  return built;
}

/** Bundles again, ignoring earlier results of this or another process. */
export async function rebuildGuest(): Promise<GuestCode> {
  const folder = getCompileCacheDir();
  if (folder !== undefined) await discardBundle(folder);
  built = undefined;
  return buildGuest();
}
