// Why: docs/decisions/compilers-from-a-snapshot.md
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BuildOptions } from "esbuild";
import { bundleOnce } from "../../../ground/bundle-once.ts";
import { buildFolders } from "../build-folders.ts";

/**
 * TypeScript uses these modules only to measure and inspect itself, and works without them. A snapshot cannot hold
 * these modules.
 */
const absent = ["perf_hooks", "inspector"];

/**
 * The compiler process as a single program, as taking a snapshot requires. TypeScript is already one file and is
 * inserted unchanged: parsing and printing its nine megabytes would take longer than everything else.
 */
async function programText(signal: AbortSignal): Promise<string> {
  const options: BuildOptions = {
    entryPoints: [join(buildFolders.own, "compiler", "snapshot-main.ts")],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "esnext",
    external: ["typescript-compiler"],
    logLevel: "silent",
  };
  const bundled = await bundleOnce(options, signal);
  const typescript = await readFile(join(buildFolders.declarations[0]!, "typescript.js"), "utf8");
  return `const builtIn = require;
const typescript = { exports: {} };
((module, exports, require) => {${typescript}
})(typescript, typescript.exports, (name) => (${JSON.stringify(absent)}.includes(name) ? {} : builtIn(name)));
((require) => {${bundled.outputFiles[0]!.text}
})((name) => (name === "typescript-compiler" ? typescript.exports : builtIn(name)));
`;
}

/**
 * Writes V8's startup snapshot of a compiler process that is ready to compile to a file (32 MB, 2 s of CPU time). It
 * needs a folder of its own. The snapshot contains nothing of a Function, and no Function runs meanwhile.
 */
export async function takeSnapshot(folder: string, file: string, signal: AbortSignal): Promise<void> {
  const program = join(folder, "compiler.cjs");
  await writeFile(program, await programText(signal));
  signal.throwIfAborted();
  const args = ["--snapshot-blob", file, "--build-snapshot", program, "-", ...buildFolders.declarations];
  const taking = promisify(execFile)(process.execPath, args, { env: {}, signal, killSignal: "SIGKILL" });
  try {
    setPriority(taking.child.pid!, 10);
  } catch {
    // The process has already ended, or the platform has no priorities.
  }
  await taking;
}
