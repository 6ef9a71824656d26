import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import {
  roomyFolder,
  sharedServerIsRemoved,
  sharedTestPostgres,
  startTestPostgres,
} from "@ferrule/embedded-postgres/test-database.ts";
import { groupTests } from "./test-groups.ts";

/**
 * `npm test`: every test of every room, on the embedded default, with long runs scaled down. `npm run test:long` runs
 * them at full length. File names as arguments run only those. The tests share one PostgreSQL, each with databases of
 * its own, unless they are about the server itself.
 *
 * A file that fails beside others is run once more with the machine to itself. Passing then does not hide it: the end
 * names it as unsteady, and what it printed stands above. At full length nothing is run twice.
 */
const root = import.meta.dirname;
const long = process.argv.includes("--long");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

/** One more than there are processors, because most tests wait now and then; more than four would only be in each other's way. */
const atOnce = Math.min(availableParallelism() + 1, 4);

/** Whoever is told to end ends what they have started, too, and removes the database. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());

interface Pass {
  passed: number;
  failed: number;
  skipped: number;
  /** Absolute paths of the files in which a test failed. */
  failedFiles: Set<string>;
}

async function runFiles(files: string[], concurrency: number): Promise<Pass> {
  const failedFiles = new Set<string>();
  let counts = { tests: 0, passed: 0, skipped: 0, todo: 0 };
  const events = run({
    files,
    concurrency,
    execArgv: ["--enable-source-maps"],
    signal: interrupted.signal,
    // The longest full-length test keeps a control plane away for ten minutes.
    timeout: long ? 3_600_000 : 600_000,
  });
  events.on("test:fail", ({ file, todo, skip }) => {
    if (file !== undefined && todo === undefined && skip === undefined) failedFiles.add(file);
  });
  // A test may be written in another file than the one that is run: that one's process ends with a failure.
  events.on("test:complete", ({ name, nesting, details }) => {
    const file = resolve(root, name);
    if (nesting === 0 && !details.passed && files.includes(file)) failedFiles.add(file);
  });
  events.on("test:summary", (summary) => {
    if (summary.file === undefined) counts = summary.counts;
  });
  for await (const text of events.compose(spec)) process.stdout.write(text as string);
  const { tests, passed, skipped, todo } = counts;
  return { passed, skipped, failed: tests - passed - skipped - todo, failedFiles };
}

const listed = (files: Iterable<string>) => [...files].map((file) => relative(root, file)).join(", ");

process.env["FERRULE_TEST_LENGTH"] = long ? "full" : "short";
process.env["NODE_ENV"] = "test";
await using own =
  process.env[sharedTestPostgres] === undefined
    ? await startTestPostgres({ max_connections: "400" }, await roomyFolder())
    : null;
if (own !== null) process.env[sharedTestPostgres] = process.env[sharedServerIsRemoved] = own.adminUrl;

using grouped = groupTests(
  root,
  named.length > 0 ? [] : globSync("*/**/*.test.ts", { exclude: (path) => path.includes("node_modules") }).sort(),
);
const { groups } = grouped;
const units = named.length > 0 ? named.map((path) => resolve(root, path)) : [...groups.keys()];
const first = await runFiles(units, atOnce);
let { passed, failed } = first;
if (first.failedFiles.size > 0 && !long && !interrupted.signal.aborted) {
  // Of a group, the files that failed; where none did its process ended, and any of them may be why.
  const again = new Set(
    units.flatMap((file) => {
      if (!first.failedFiles.has(file)) return [];
      const members = groups.get(file) ?? [file];
      const guilty = members.filter((member) => first.failedFiles.has(member));
      return guilty.length > 0 ? guilty : members;
    }),
  );
  process.stdout.write(`\nOnce more, one at a time: ${listed(again)}\n`);
  const second = await runFiles([...again], 1);
  const unsteady = [...again].filter((file) => !second.failedFiles.has(file));
  passed += failed - second.failed;
  failed = second.failed;
  if (unsteady.length > 0) process.stdout.write(`\nUnsteady, passed only alone: ${listed(unsteady)}\n`);
}
process.stdout.write(`\n${first.skipped} skipped\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
