import { build, type BuildOptions, type BuildResult, stop } from "esbuild";

let running = 0;

/**
 * Bundles with esbuild into memory. Its helper process (40 MB) ends with the last bundle, because the platform bundles
 * its own programs only once.
 * @throws BuildFailure
 */
export async function bundleOnce(options: BuildOptions): Promise<BuildResult<{ write: false }>> {
  running += 1;
  try {
    return await build({ ...options, write: false });
  } finally {
    running -= 1;
    if (running === 0) await stop();
  }
}
