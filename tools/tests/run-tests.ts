import { availableParallelism } from "node:os";
import { relative } from "node:path";
import type { TestGroups } from "./group-tests.ts";
import { listed, runGroups, type GroupRun, type RunOptions } from "./run-groups.ts";

export type TestRun = Omit<GroupRun, "suspects" | "left"> & {
  /** The failed files that passed when they ran alone. They still count as failed. */
  flaky: string[];
};

/**
 * These kill, stop or cut off processes and bound in seconds how long the others take to notice, or bound how long a
 * thread stands still. They would fail beside tests that take all of the machine.
 */
const timedFiles = new RegExp(
  [
    String.raw`^acceptance/faults/`,
    String.raw`^acceptance/journeys/[\w-]+-killed\.test`,
    String.raw`^worker/running/sandbox/(?:process|call/outcome)/`,
    String.raw`^worker/building/builds/libraries/hostile-packages\.test`,
  ].join("|"),
);

/** The files in the turns in which they run, with how many processes run at once: the timed ones are last. */
function turnsOf(paths: readonly string[], concurrency: number): { paths: string[]; concurrency: number }[] {
  const { timed = [], usual = [] } = Object.groupBy(paths, (path) => (timedFiles.test(path) ? "timed" : "usual"));
  const calm = Math.max(1, Math.min(concurrency, availableParallelism()));
  return [
    { paths: usual, concurrency },
    { paths: timed, concurrency: calm },
  ].filter((turn) => turn.paths.length > 0);
}

/**
 * Runs test files in groups. If a process ends before all of its files have run, the others run in a process of their
 * own. A failed file runs once more alone, only to tell whether it is flaky: it stays failed. That run also finds the
 * culprit when a process has ended at an unknown file.
 * @param group makes the groups of some files, given relative to the root
 */
export async function runTests(
  group: (paths: readonly string[]) => TestGroups,
  files: readonly string[],
  options: RunOptions & { again: boolean },
): Promise<TestRun> {
  const { root, signal, again } = options;
  const maps = { red: new Map(), proven: new Map(), tookMs: new Map() };
  const total: TestRun = { passed: 0, failed: 0, skipped: 0, flaky: [], ...maps };
  const suspects = new Map<string, string>();
  const relativeTo = (paths: Iterable<string>) => [...paths].map((path) => relative(root, path));

  const runOnce = async (paths: readonly string[], concurrency: number): Promise<string[]> => {
    using groups = group(paths);
    const run = await runGroups(groups.groups, { ...options, concurrency });
    total.passed += run.passed;
    total.failed += run.failed;
    total.skipped += run.skipped;
    for (const [file, why] of run.red) total.red.set(file, why);
    for (const [file, how] of run.suspects) suspects.set(file, how);
    for (const [file, ms] of run.tookMs) total.tookMs.set(file, ms);
    for (const [file, tags] of run.proven)
      total.proven.set(file, new Set([...(total.proven.get(file) ?? []), ...tags]));
    return relativeTo(run.left);
  };
  for (const turn of turnsOf(files, options.concurrency)) {
    let open = turn.paths;
    while (open.length > 0 && !signal.aborted) {
      open = await runOnce(open, turn.concurrency);
      if (open.length > 0) process.stdout.write(`\nTheir process had ended before they ran: ${open.join(", ")}\n`);
    }
  }

  const once = again ? [...total.red.keys(), ...suspects.keys()] : [...suspects.keys()];
  if (once.length === 0 || signal.aborted) return total;
  process.stdout.write(`\nOnce more, one at a time, to find what is flaky: ${listed(root, once)}\n`);
  let found = false;
  for (const file of once) {
    using groups = group(relativeTo([file]));
    const run = await runGroups(groups.groups, { ...options, concurrency: 1 });
    const fails = run.red.has(file) || run.suspects.has(file);
    if (total.red.has(file)) {
      if (!fails) total.flaky.push(file);
    } else if (fails) {
      found = true;
      total.red.set(file, run.red.get(file) ?? run.suspects.get(file) ?? "its process failed");
    }
  }
  if (!found)
    for (const [file, how] of suspects) {
      total.red.set(file, how);
      total.flaky.push(file);
    }
  return total;
}
