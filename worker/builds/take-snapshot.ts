import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundleOnce } from "../bundle-once.ts";
import { buildFolders } from "./build-folders.ts";

/** TypeScript asks for them to measure and to look around, and does without. No snapshot can hold them. */
const absent = ["perf_hooks", "inspector"];

/**
 * One program of the compiler process, as taking a snapshot needs it. TypeScript is one file already, and put in as it is:
 * to parse and print its nine megabytes would take longer than everything else.
 */
async function programText(): Promise<string> {
  const bundled = await bundleOnce({
    entryPoints: [join(buildFolders.own, "compiler", "snapshot-main.ts")],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "esnext",
    external: ["typescript-compiler"],
    logLevel: "silent",
  });
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
 * Writes V8's startup snapshot of a compiler process that is ready to compile to a file (32 MB, 2 s of CPU time); needs
 * a folder to itself. Nothing of a Function is in it or runs meanwhile.
 */
export async function takeSnapshot(folder: string, file: string, signal: AbortSignal): Promise<void> {
  const program = join(folder, "compiler.cjs");
  await writeFile(program, await programText());
  signal.throwIfAborted();
  const args = ["--snapshot-blob", file, "--build-snapshot", program, "-", ...buildFolders.declarations];
  const taking = promisify(execFile)(process.execPath, args, { env: {}, signal, killSignal: "SIGKILL" });
  try {
    setPriority(taking.child.pid!, 10);
  } catch {
    // It has ended already, or the platform knows no priorities.
  }
  await taking;
}
