import { build, type BuildOptions, type BuildResult, stop } from "esbuild";

let running = 0;

/** Bundles with esbuild, whose helper process (40 MB) ends with the last bundle: the platform's own programs are bundled once. */
export async function bundleOnce<T extends BuildOptions>(options: T): Promise<BuildResult<T>> {
  running += 1;
  try {
    return await build(options);
  } finally {
    running -= 1;
    if (running === 0) await stop();
  }
}
