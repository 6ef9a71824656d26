import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Most of what a small test file costs is loading what it tests: these rooms' files share processes. */
const rooms = ["console", "contract", "control-plane", "gateway", "kit", "worker"];
/** And those that share a platform, which costs more than most of what is done with it. */
const sharesPlatform = /\bshareTestPlatform\b/;
const acceptance = /^acceptance\/(journeys|leaks)\//;
/** These look at their own process, its children or its memory, or each starts much of its own. */
const apart = /^worker\/(sandbox|builds)\/|\/main\.test\.ts$|\/budgets\.test\.ts$/;
const filesAProcess = 24;
const loader = JSON.stringify(pathToFileURL(join(import.meta.dirname, "load-tests.ts")));

/**
 * Puts test files of one room together, some to a process: writes a module for each group that imports its files, each
 * in a suite of its own. `paths` are relative to the root; answers the modules (absolute) with the files (absolute) of
 * each, and the files that stay by themselves. The modules go when the answer is disposed of.
 */
export function groupTests(root: string, paths: readonly string[]) {
  const folder = mkdtempDisposableSync(join(tmpdir(), "ferrule-tests-"));
  const together = (path: string) =>
    rooms.includes(path.split("/", 1)[0] ?? "")
      ? !apart.test(path)
      : acceptance.test(path) && sharesPlatform.test(readFileSync(join(root, path), "utf8"));
  const alone = paths.filter((path) => !together(path));
  const groups = new Map<string, string[]>();
  for (const room of ["acceptance", ...rooms]) {
    const files = paths.filter((path) => path.startsWith(`${room}/`) && !alone.includes(path));
    for (let first = 0; first < files.length; first += filesAProcess) {
      const group = files.slice(first, first + filesAProcess).map((path) => join(root, path));
      const module = join(folder.path, `${room}-${first / filesAProcess + 1}.test.mjs`);
      writeFileSync(
        module,
        `import { loadTests } from ${loader};\nawait loadTests(${JSON.stringify(root)}, ${JSON.stringify(group)});\n`,
      );
      groups.set(module, group);
    }
  }
  return { alone: alone.map((path) => join(root, path)), groups, [Symbol.dispose]: () => folder.remove() };
}
