import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sourceDigest } from "./source-digest.ts";

const staleLockMs = 120_000;

async function underLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > staleLockMs) rmSync(folder, { recursive: true, force: true });
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the pages that show the visual language must be in the build, or must not; undefined: they may. */
type Design = "with" | "without" | undefined;

const stampOf = (root: string, design: Design) => `${sourceDigest(root)} ${design ?? "without"} design`;

/**
 * Builds the console and the documentation into `dist` unless the folder was already built from these exact sources. Returns whether it
 * built. It replaces the folder as a whole, so no process reads half of one. Two builders take turns. The tests set
 * `FERRULE_CONSOLE_DESIGN=with`, because they check the pages of the visual language, which are not shipped.
 */
export async function buildConsole(
  root: string,
  design = process.env["FERRULE_CONSOLE_DESIGN"] as Design,
  dist = join(root, "console", "dist"),
): Promise<boolean> {
  const stamp = join(dist, ".built-from");
  const isFresh = () => {
    const built = existsSync(stamp) ? readFileSync(stamp, "utf8") : null;
    return built === stampOf(root, design) || (design === undefined && built === stampOf(root, "with"));
  };
  if (isFresh()) return false;
  return underLock(`${dist}-lock`, async () => {
    if (isFresh()) return false;
    const builtFrom = stampOf(root, design);
    // We import it here, because most starts find a finished console.
    const [{ build }, { default: config }, { precompress }, { buildReference }, { buildManual }] = await Promise.all([
      import("vite"),
      import("./vite.config.ts"),
      import("./precompress.ts"),
      import("./build-reference.ts"),
      import("./manual/build-manual.ts"),
    ]);
    const [fresh, old] = [`${dist}-new`, `${dist}-old`];
    rmSync(fresh, { recursive: true, force: true });
    // With any other value, the compiler emits calls to React's development build, which is not bundled.
    const before = process.env["NODE_ENV"];
    process.env["NODE_ENV"] = "production";
    try {
      const define = { ...config.define, "import.meta.env.DESIGN_PAGE": JSON.stringify(design === "with") };
      await build({ ...config, define, configFile: false, build: { ...config.build, outDir: fresh } });
      await buildReference(fresh);
      buildManual(root, fresh);
    } finally {
      if (before === undefined) delete process.env["NODE_ENV"];
      else process.env["NODE_ENV"] = before;
    }
    await precompress(fresh);
    writeFileSync(join(fresh, ".built-from"), builtFrom);
    rmSync(old, { recursive: true, force: true });
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
    rmSync(old, { recursive: true, force: true });
    return true;
  });
}
