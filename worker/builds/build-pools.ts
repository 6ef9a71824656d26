import type { Log } from "@ferrule/kit/log.ts";
import type { Confinement } from "../confinement/find-confinement.ts";
import { startBundler, startCompiler } from "./build-processes.ts";
import { encloseEsbuild } from "./bundler/enclosed-esbuild.ts";
import type { CompilerSnapshot } from "./compiler-snapshot.ts";
import { ProcessEnded } from "./guarded-process.ts";
import { ProcessPool } from "./process-pool.ts";

export interface BuildPools extends AsyncDisposable {
  compilers: ProcessPool;
  bundlers: ProcessPool;
}

interface PoolsOptions {
  log: Log;
  confinement: Confinement;
  cacheDir: string;
  snapshot: CompilerSnapshot;
  heapMb: number;
  warmProcesses: number;
  idleMs: number | undefined;
}

/** Finds out how this platform can confine builders, logs it, and returns the pools of such processes. */
export async function createBuildPools({
  log,
  confinement,
  cacheDir,
  snapshot,
  heapMb,
  warmProcesses: warm,
  idleMs,
}: PoolsOptions): Promise<BuildPools> {
  const folder = await encloseEsbuild(cacheDir, confinement, log);
  const bundler = folder === undefined ? "esbuild as WebAssembly within its process" : "esbuild in a folder of its own";
  log.info({ inForce: confinement.inForce, bundler }, "builders are confined by the platform");
  const from = { log, confinement };
  const failed = (error: unknown) => log.warn({ err: error }, "a build process could not be ended");
  const compilers = new ProcessPool({
    warm,
    idleMs,
    failed,
    start() {
      const file = snapshot.find();
      const started = startCompiler(from, heapMb, file);
      if (file !== undefined)
        started.ready.catch((error: unknown) => {
          if (error instanceof ProcessEnded && error.reason === "crash") snapshot.discard(file);
        });
      return started;
    },
  });
  const bundlers = new ProcessPool({ warm, idleMs, failed, start: () => startBundler(from, folder) });
  return {
    compilers,
    bundlers,
    async [Symbol.asyncDispose]() {
      await Promise.all([compilers[Symbol.asyncDispose](), bundlers[Symbol.asyncDispose]()]);
    },
  };
}
