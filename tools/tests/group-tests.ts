import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** Loading the tested code is most of the cost of a small test file, so these rooms' files share processes. */
const rooms = ["console", "contract", "control-plane", "gateway", "kit", "worker"];
/** So do files that share a platform (of one worker, or of three), which costs more than most tests on it. */
const sharesPlatform = { acceptance: /\bshareTestPlatform\b/, "acceptance-workers": /\bshareThreeWorkers\b/ };
const platforms = ["acceptance", "acceptance-workers"] as const;
const acceptance = /^acceptance\/(journeys|leaks|observability)\//;
/** These inspect their own process, its children or its memory, or start many things each. */
const apart = /^worker\/(running\/sandbox|building\/builds)\/|\/main\.test\.ts$|\/budgets\.test\.ts$/;
/** Exceptions from `apart`: small files of the same folders that may share a process. */
const small =
  /^worker\/(building\/builds\/(bundler|check-schema|compiler|derive-schema)|running\/sandbox\/(call\/\w+-host-call|process\/who-grew|host-calls\/(secrets|fetch\/host-)|executor\/turn-gate))/;
/** These files of the whole start only control planes, each in its tests' process. */
const light =
  /^acceptance\/((coverage|openapi|openapi-client|schemas-agree|rules\/resources|deploy-image\/kubernetes)\.test\.ts$|sign-in\/)/;
const filesAProcess = 24;
/** Files that we assume to take longest until times are known. */
const longest = [
  "acceptance-browser-console",
  "acceptance-rules-test",
  "acceptance-1",
  "acceptance-workers-1",
  "tools-tests-runner",
  "worker-sandbox-conformance-conformance",
  "acceptance-journeys-control-plane-away",
  "worker-sandbox-process-watchdog",
  "acceptance-journeys-releases",
  "acceptance-journeys-one-machine",
  "acceptance-journeys-collections",
  "control-plane-",
];
const guessedMs = { longest: 120_000, other: 3_000 };
const loader = JSON.stringify(pathToFileURL(join(import.meta.dirname, "load-tests.ts")));

export interface TestGroups extends Disposable {
  /** The absolute paths of a process's files, by the module that loads them. */
  groups: Map<string, string[]>;
}

/**
 * Groups test files of one room so that several share a process, and writes a module for each process that loads its
 * files. `paths` are relative to the root. Returns the modules with their (absolute) files, longest first, so that no
 * long one is left at the end. Disposing of the result removes the modules.
 * @param tookMs the earlier durations of files, by path; missing ones are estimated
 */
export function groupTests(
  root: string,
  paths: readonly string[],
  tookMs: ReadonlyMap<string, number> = new Map(),
): TestGroups {
  const folder = mkdtempDisposableSync(join(tmpdir(), "ferrule-tests-"));
  const groups = new Map<string, string[]>();
  const add = (name: string, members: readonly string[]) => {
    const module = join(folder.path, `${name}.test.mjs`);
    const files = members.map((path) => join(root, path));
    const given = [root, files, `${module}.pid`].map((value) => JSON.stringify(value)).join(", ");
    writeFileSync(module, `import { loadTests } from ${loader};\nawait loadTests(${given});\n`);
    groups.set(module, files);
  };
  const groupOf = (path: string): string | undefined => {
    const room = path.split("/", 1)[0] ?? "";
    if (rooms.includes(room)) return small.test(path) || !apart.test(path) ? room : undefined;
    if (light.test(path)) return "acceptance-light";
    if (!acceptance.test(path)) return undefined;
    const text = readFileSync(join(root, path), "utf8");
    return platforms.find((name) => sharesPlatform[name].test(text));
  };
  const grouped = Map.groupBy(paths, groupOf);
  const addAlone = (wanted: (path: string) => boolean) => {
    for (const path of grouped.get(undefined) ?? []) if (wanted(path)) add(path.replaceAll(/\W/g, "-"), [path]);
  };
  const isJourney = (path: string) => path.startsWith("acceptance/");
  addAlone(isJourney);
  for (const room of [...platforms, "acceptance-light", ...rooms]) {
    const files = grouped.get(room) ?? [];
    for (let first = 0; first < files.length; first += filesAProcess)
      add(`${room}-${first / filesAProcess + 1}`, files.slice(first, first + filesAProcess));
  }
  addAlone((path) => !isJourney(path));
  const lengthOf = ([module, files]: [string, string[]]) => {
    const isLong = longest.some((name) => basename(module).startsWith(name));
    const guess = isLong ? guessedMs.longest / files.length : guessedMs.other;
    return files.reduce((sum, file) => sum + (tookMs.get(relative(root, file)) ?? guess), 0);
  };
  const inOrder = new Map([...groups].sort((a, b) => lengthOf(b) - lengthOf(a)));
  return { groups: inOrder, [Symbol.dispose]: () => folder.remove() };
}
