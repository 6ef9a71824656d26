import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { run, type EventData, type TestsStream } from "node:test";
import { spec } from "node:test/reporters";
import type { TestGroups } from "./group-tests.ts";

export interface GroupRun {
  passed: number;
  failed: number;
  skipped: number;
  /** The failed files, by absolute path, with the reason. */
  red: Map<string, string>;
  /** Files of a process that failed at an unknown one of them, with the reason. */
  suspects: Map<string, string>;
  /** Files that were not started because their process had ended. */
  left: Set<string>;
  /** The requirements that a file's tests have verified, by the file's absolute path. */
  proven: Map<string, Set<string>>;
  /** How long each file took, in milliseconds, by its absolute path. */
  tookMs: Map<string, number>;
}

export interface RunOptions {
  root: string;
  /** How many processes run at once. */
  concurrency: number;
  signal: AbortSignal;
  /** The longest that one test may take, in milliseconds. A process that is silent for longer is killed. */
  timeoutMs: number;
  /** The name of the only test or suite to run, or whole words at the start of its name. */
  only?: string | undefined;
}

/** How long a process may be silent beyond the longest test, so that the test's own timeout comes first. */
const mostGraceMs = 15_000;
const silenceOf = ({ timeoutMs }: RunOptions) => timeoutMs + Math.min(timeoutMs, mostGraceMs);

interface GroupState {
  files: readonly string[];
  started: Set<string>;
  completed: Set<string>;
  heardAt: number;
  silent: boolean;
  done: boolean;
}

const placeOf = ({ file, line, column }: EventData.LocationInfo) => `${file}:${line}:${column}`;

function kill(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, "utf8")), "SIGKILL");
  } catch {
    // It has not started yet, or has just ended.
  }
}

/** How a process ended, in words. */
function howItEnded(state: GroupState, { details }: EventData.TestComplete, silenceMs: number): string {
  if (state.silent) return `said nothing for ${Math.round(silenceMs / 1_000)} s`;
  const error = details.error as { cause?: object } | undefined;
  const { signal, exitCode } = { ...error?.cause, ...error } as { signal?: string; exitCode?: number };
  return signal ? `was ended by ${signal}` : `ended with code ${exitCode ?? "0"} before its tests had`;
}

/** Called when a process has ended: handles the files that it left without a result. */
function blame(outcome: GroupRun, state: GroupState, passed: boolean, how: string): void {
  if (passed && state.completed.size === state.files.length) return;
  const [file = "", ...others] = state.files;
  if (others.length === 0) {
    if (!outcome.red.has(file)) outcome.red.set(file, `its process ${how}`);
    return;
  }
  const open = state.files.filter((one) => state.started.has(one) && !state.completed.has(one));
  const isKnown = open.length > 0 || state.files.some((one) => outcome.red.has(one));
  for (const one of open) outcome.red.set(one, `its process ${how}`);
  const unstarted = state.files.filter((one) => !state.started.has(one));
  if (isKnown) for (const one of unstarted) outcome.left.add(one);
  else
    for (const one of unstarted.length > 0 ? unstarted : state.files) outcome.suspects.set(one, `its process ${how}`);
}

/** Tracks which file of which process has started and ended, and records failures. */
function followFiles(
  events: TestsStream,
  states: Map<string, GroupState>,
  outcome: GroupRun,
  options: RunOptions,
): void {
  /** The state of the event's group, and the file if the event is about a whole file. */
  const heard = ({ name, nesting, entryFile }: { name: string; nesting: number; entryFile?: string | undefined }) => {
    const state = states.get(entryFile ?? resolve(name));
    if (state !== undefined) state.heardAt = performance.now();
    const path = resolve(options.root, name);
    const file = entryFile !== undefined && nesting === 0 && state?.files.includes(path) === true ? path : undefined;
    return { state, file };
  };
  events.on("test:dequeue", (event) => {
    const { state, file } = heard(event);
    if (state !== undefined && file !== undefined) state.started.add(file);
  });
  events.on("test:complete", (event) => {
    const { state, file } = heard(event);
    if (state === undefined) return;
    if (file !== undefined) {
      state.completed.add(file);
      outcome.tookMs.set(file, event.details.duration_ms);
      if (!event.details.passed) outcome.red.set(file, "a test failed");
    } else if (event.entryFile === undefined) {
      state.done = true;
      blame(outcome, state, event.details.passed, howItEnded(state, event, silenceOf(options)));
    }
  });
}

/** Collects the requirements that tests report as verified. A skipped test verifies nothing. */
function collectProofs(events: TestsStream, proven: GroupRun["proven"]): void {
  const skipped = new Set<string>();
  // A test reports what it verifies after its own result.
  events.on("test:pass", (event) => {
    if (event.skip !== undefined) skipped.add(placeOf(event));
  });
  events.on("test:diagnostic", (event) => {
    const [word, ...ids] = event.message.split(" ");
    if (word !== "verifies" || event.file === undefined || skipped.has(placeOf(event))) return;
    proven.set(event.file, new Set([...(proven.get(event.file) ?? []), ...ids]));
  });
}

/** Kills processes that are silent for too long, such as one whose test never yields. */
function endSilent(states: Map<string, GroupState>, silenceMs: number): NodeJS.Timeout {
  return setInterval(() => {
    for (const [module, state] of states) {
      if (state.done || state.silent || performance.now() - state.heardAt < silenceMs) continue;
      state.silent = true;
      kill(`${module}.pid`);
    }
  }, 1_000);
}

/** Runs each group in its own process, prints what happens, and returns the result of each file. */
export async function runGroups(groups: TestGroups["groups"], options: RunOptions): Promise<GroupRun> {
  const outcome: GroupRun = {
    passed: 0,
    failed: 0,
    skipped: 0,
    red: new Map(),
    suspects: new Map(),
    left: new Set(),
    proven: new Map(),
    tookMs: new Map(),
  };
  const states = new Map<string, GroupState>();
  for (const [module, files] of groups) {
    const nothing = { started: new Set<string>(), completed: new Set<string>(), silent: false, done: false };
    states.set(module, { files, heardAt: Infinity, ...nothing });
  }
  const events = run({
    files: [...groups.keys()],
    concurrency: options.concurrency,
    // If no test runs, nothing closes what a file has opened.
    execArgv: ["--enable-source-maps", ...(options.only === undefined ? [] : ["--test-force-exit"])],
    signal: options.signal,
    timeout: options.timeoutMs,
    ...(options.only === undefined ? {} : { testNamePatterns: [new RegExp(`^${RegExp.escape(options.only)}(?!\\w)`)] }),
  });
  followFiles(events, states, outcome, options);
  collectProofs(events, outcome.proven);
  events.on("test:summary", ({ file, counts }) => {
    if (file !== undefined) return;
    const { tests, passed, skipped, todo } = counts;
    Object.assign(outcome, { passed, skipped, failed: tests - passed - skipped - todo });
  });
  const watch = endSilent(states, silenceOf(options));
  try {
    for await (const text of events.compose(spec)) process.stdout.write(text as string);
  } finally {
    clearInterval(watch);
  }
  return outcome;
}

/** The paths as a readable list. */
export const listed = (root: string, files: Iterable<string>): string =>
  [...files].map((file) => relative(root, file)).join(", ");
