import { build, type BuildOptions, type BuildResult, stop } from "esbuild";

let running = 0;

/**
 * Bundles with esbuild into memory. esbuild's helper process (40 MB) ends with the last bundle, because the platform
 * bundles its own programs only once.
 * @throws BuildFailure, or the signal's reason; then it no longer waits for the bundle
 */
export async function bundleOnce(options: BuildOptions, signal?: AbortSignal): Promise<BuildResult<{ write: false }>> {
  signal?.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const abort = () => stopped.reject(signal?.reason as Error);
  signal?.addEventListener("abort", abort, { once: true });
  running += 1;
  try {
    return await Promise.race([build({ ...options, write: false }), stopped.promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
    running -= 1;
    if (running === 0) await stop();
  }
}
