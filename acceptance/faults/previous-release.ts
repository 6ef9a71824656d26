import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = join(import.meta.dirname, "../..");
/** The stand-in until a release has a tag: the first commit whose roles have no code for older versions. */
const untagged = "b77a28a7d28849b34a3da40aaae52127f430d488";

export interface PreviousRelease extends Disposable {
  /** A folder with that code, from which roles can start; null when there is none. */
  root: string | null;
  name: string;
  /** Why there is none. */
  missing: string;
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: here, encoding: "utf8", stdio: "pipe" }).trim();

/**
 * This checkout's packages as files in the older one, because a builder may read nothing else; our own are folders
 * there.
 */
function takePackages(from: string, to: string, root: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    // Links cannot lead to another file system.
    execFileSync("cp", ["-a", from, to]);
  }
  const own = join(to, "@ferrule");
  for (const name of existsSync(own) ? readdirSync(own) : []) {
    rmSync(join(own, name));
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(own, name));
  }
}

/** The newest tag of a release before this commit, such as `v0.2.0`. */
function newestTag(): string | null {
  try {
    return git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD^");
  } catch {
    // There is none.
    return null;
  }
}

/**
 * The code of the previous release, from this repository's history, with today's packages. FERRULE_PREVIOUS_RELEASE
 * names another commit.
 */
export function previousRelease(): PreviousRelease {
  const asked = process.env["FERRULE_PREVIOUS_RELEASE"] ?? newestTag() ?? untagged;
  let name: string;
  try {
    name = git("rev-parse", "--short", "--verify", `${asked}^{commit}`);
  } catch {
    const missing = `this clone's history does not reach back to ${asked}, the previous release`;
    return { root: null, name: "", missing, [Symbol.dispose]: () => undefined };
  }
  const root = mkdtempSync(join(tmpdir(), "ferrule-previous-"));
  // Executors and builders run as other users.
  chmodSync(root, 0o755);
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const archive = join(root, "archive.tar");
    git("archive", `--output=${archive}`, name);
    execFileSync("tar", ["-xf", archive, "-C", root]);
    takePackages(join(here, "node_modules"), join(root, "node_modules"), root);
    for (const folder of readdirSync(here)) {
      const packages = join(here, folder, "node_modules");
      if (folder !== "node_modules" && existsSync(packages) && existsSync(join(root, folder)))
        takePackages(packages, join(root, folder, "node_modules"), root);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { root, name, missing: "", [Symbol.dispose]: remove };
}
