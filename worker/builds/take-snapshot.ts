import { execFile } from "node:child_process";
import { setPriority } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, type Plugin } from "esbuild";
import { buildFolders } from "./build-folders.ts";

/** What no snapshot can hold, of what TypeScript asks for: it measures and looks around with them, and does without. */
const absent: Plugin = {
  name: "absent",
  setup: (bundling) => {
    bundling.onResolve({ filter: /^(?:perf_hooks|inspector)$/ }, ({ path }) => ({ path, namespace: "absent" }));
    bundling.onLoad({ filter: /./, namespace: "absent" }, () => ({ contents: "module.exports = {};" }));
  },
};

/**
 * Writes V8's startup snapshot of a compiler process that is ready to compile to a file (32 MB, 2 s of CPU time); needs
 * a folder to itself. Nothing of a Function is in it or runs meanwhile.
 */
export async function takeSnapshot(folder: string, file: string, signal: AbortSignal): Promise<void> {
  const program = join(folder, "compiler.cjs");
  await build({
    entryPoints: [join(buildFolders.own, "compiler", "snapshot-main.ts")],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "esnext",
    outfile: program,
    logLevel: "silent",
    plugins: [absent],
  });
  signal.throwIfAborted();
  const args = ["--snapshot-blob", file, "--build-snapshot", program, ...buildFolders.declarations];
  const taking = promisify(execFile)(process.execPath, args, { env: {}, signal, killSignal: "SIGKILL" });
  try {
    setPriority(taking.child.pid!, 10);
  } catch {
    // It has ended already, or the platform knows no priorities.
  }
  await taking;
}
