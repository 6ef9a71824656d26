import { dirname } from "node:path";

export interface Reached {
  /** Why each test file is chosen: the path from it to the change, or another reason. */
  chosen: Map<string, string>;
  /** Test files that reach the change only by starting a whole role. */
  wide: Set<string>;
  /** Changed files that no test is known to reach. */
  untested: string[];
}

/** Files that assemble a whole role. A test that starts one reaches everything in it. */
const assemblies: ReadonlySet<string> = new Set([
  "control-plane/start-control-plane.ts",
  "gateway/start-gateway.ts",
  "worker/start-serving.ts",
  "worker/start-worker.ts",
  "one-machine/start-machine.ts",
  "one-machine/start-platform.ts",
]);

/** Files that tests read without naming them. */
const readers: { changed: RegExp; tests: readonly string[]; because: string }[] = [
  {
    changed: /^[^/]+\.md$|^docs\/.*\.md$|^(bench|console)\/README\.md$/,
    tests: ["acceptance/docs.test.ts"],
    because: "reads the documentation",
  },
  {
    changed: /^contract\/(settings|errors)\.ts$|^contract\/operations\//,
    tests: ["acceptance/docs.test.ts"],
    because: "compares the documentation with it",
  },
  {
    changed: /^console\/.*\.(css|tsx?|html|svg)$/,
    tests: ["console/build/budgets.test.ts"],
    because: "builds the console",
  },
  {
    changed: /^control-plane\/ground\/store\/migrations\//,
    tests: ["control-plane/ground/store/"],
    because: "migrates a database",
  },
  {
    changed: /^acceptance\/requirements\.ts$/,
    tests: ["acceptance/coverage.test.ts"],
    because: "compares the claims with it",
  },
  {
    changed: /^bootstrap\.mjs$|^package(-lock)?\.json$/,
    tests: ["acceptance/bootstrap.test.ts"],
    because: "installs and starts",
  },
];

const isTest = (path: string) => path.endsWith(".test.ts");

/** Inverts the references: the files that refer to each file. */
function reversed(references: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const by = new Map<string, string[]>();
  for (const [from, targets] of references)
    for (const target of targets) {
      const known = by.get(target) ?? [];
      by.set(target, known);
      known.push(from);
    }
  return by;
}

/** The tests in a file's folder, or in the nearest folder above that has any. */
function nearTests(path: string, tests: readonly string[]): string[] {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const near = tests.filter((test) => dirname(test) === folder);
    if (near.length > 0) return near;
  }
  return [];
}

/**
 * The test files that changes can reach. A path leads from a test through its imports and the files that it reads. It
 * ends at a file that assembles a whole role, because that reaches everything. Beyond that file, the tests nearest to
 * the change are chosen, and the others are `wide`.
 * @param references the references of each source, with `files` all paths of the repository
 */
export function reachTests(
  changed: readonly string[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
  files: readonly string[],
): Reached {
  const by = reversed(references);
  const tests = files.filter(isTest);
  const reached: Reached = { chosen: new Map(), wide: new Set(), untested: [] };
  const choose = (test: string, why: string) => {
    if (!reached.chosen.has(test)) reached.chosen.set(test, why);
  };
  const follow = (start: string, passing: boolean) => {
    const before = new Map<string, string | null>([[start, null]]);
    for (const path of before.keys()) {
      if (!passing && path !== start && assemblies.has(path)) continue;
      for (const next of by.get(path) ?? []) if (!before.has(next)) before.set(next, path);
    }
    return before;
  };
  for (const path of changed) {
    let found = 0;
    const own = follow(path, false);
    for (const test of own.keys()) {
      if (!isTest(test) || !files.includes(test)) continue;
      const way = [test];
      for (let step = own.get(test); step; step = own.get(step)) way.push(step);
      choose(test, test === path ? "changed" : way.slice(1).join(" ← "));
      found += 1;
    }
    for (const { changed: pattern, tests: named, because } of readers) {
      if (!pattern.test(path)) continue;
      for (const test of tests)
        if (named.some((name) => test === name || (name.endsWith("/") && test.startsWith(name)))) {
          choose(test, `${because} (${path})`);
          found += 1;
        }
    }
    if ([...own.keys()].some((each) => assemblies.has(each))) {
      for (const test of nearTests(path, tests)) choose(test, `is nearest to ${path}`);
      for (const test of follow(path, true).keys()) if (isTest(test)) reached.wide.add(test);
      found += 1;
    }
    if (found === 0) reached.untested.push(path);
  }
  for (const test of reached.chosen.keys()) reached.wide.delete(test);
  return reached;
}
