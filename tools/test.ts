import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  roomyFolder,
  sharedServerIsRemoved,
  sharedTestPostgres,
  startTestPostgres,
} from "@ferrule/embedded-postgres/test-database.ts";
import { bundleRoles } from "@ferrule/one-machine/role-programs/bundle-roles.ts";
import { chooseChanged } from "./tests/changed/choose-changed.ts";
import { groupTests } from "./tests/group-tests.ts";
import { listed } from "./tests/run-groups.ts";
import { runTests } from "./tests/run-tests.ts";
import { keepTimes, longestOf, readTimes } from "./tests/times-taken.ts";
import { unprovenClaims } from "./tests/unproven-claims.ts";

/**
 * `npm test`: every test of every room, on the embedded default, with long runs scaled down. `npm run test:long` runs
 * them at full length. File names as arguments select those files, and `--only=<name>` one test or suite in them;
 * `--changed [base]` selects what a change can reach.
 * The tests share one PostgreSQL, each with its own databases, unless they are about the server itself.
 */
const root = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    changed: { type: "boolean", default: false },
    wide: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    /** A test or suite by its name, or by the start of its name: nothing else in the files runs. */
    only: { type: "string" },
    /** The longest that one test may take, in seconds. */
    timeout: { type: "string" },
  },
  allowPositionals: true,
});
const { long, only } = values;
// The longest full-length test keeps a control plane away for ten minutes.
const timeoutMs = values.timeout === undefined ? (long ? 3_600_000 : 600_000) : Number(values.timeout) * 1_000;

/** Two more than there are processors, because tests wait half of their time. More than four would slow each other down. */
const concurrency = Math.min(availableParallelism() + 2, 4);

/** The number of slowest files to list after a run. */
const mostListed = 20;

/** When it is told to stop, the runner also stops everything that it started and removes the database. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());

function chosen(): string[] {
  if (values.changed)
    return chooseChanged(root, {
      base: positionals[0],
      wide: values.wide,
      say: (line) => process.stderr.write(`${line}\n`),
    });
  if (positionals.length > 0) return positionals.map((path) => relative(root, resolve(path)));
  return globSync("*/**/*.test.ts", { cwd: root, exclude: (path) => path.includes("node_modules") }).toSorted();
}

async function testAll(files: string[]): Promise<void> {
  process.env["FERRULE_TEST_LENGTH"] = long ? "full" : "short";
  process.env["NODE_ENV"] = "test";
  process.env["FERRULE_CONSOLE_DESIGN"] = "with";
  await using own =
    process.env[sharedTestPostgres] === undefined
      ? await startTestPostgres({ max_connections: "400" }, await roomyFolder())
      : null;
  if (own !== null) process.env[sharedTestPostgres] = process.env[sharedServerIsRemoved] = own.adminUrl;
  // A single test ends sooner if its roles run from their sources.
  if (only === undefined) await bundleRoles(root);
  const known = readTimes(root);
  const group = (paths: readonly string[]) => groupTests(root, paths, known);
  const options = {
    root,
    concurrency,
    signal: interrupted.signal,
    timeoutMs,
    again: !long && only === undefined,
    only,
  };
  const { passed, failed, skipped, red, flaky, proven, tookMs } = await runTests(group, files, options);
  const claims = interrupted.signal.aborted || only !== undefined ? [] : unprovenClaims(root, files, proven, red);

  const times = new Map([...tookMs].map(([file, ms]) => [relative(root, file), ms]));
  // These times must not be kept: full-length times differ, a failed file may have ended early, and one test takes less
  // than its file.
  if (!long && only === undefined) keepTimes(root, new Map([...times].filter(([file]) => !red.has(join(root, file)))));
  if (times.size > mostListed) process.stdout.write(`\nLongest: ${longestOf(times, mostListed).join(", ")}\n`);
  for (const [file, why] of red) process.stdout.write(`\nRed: ${listed(root, [file])}: ${why}\n`);
  for (const file of flaky) process.stdout.write(`\nFlaky: ${listed(root, [file])}: failed first, passed alone\n`);
  for (const { file, id } of claims)
    process.stdout.write(`\nUnproven: ${file} claims ${id}, and no test with that claim has run and passed\n`);
  if (only !== undefined && failed === 0 && red.size > 0 && passed === red.size)
    process.stdout.write(`\nNo test or suite of these files begins with the words ${only}.\n`);
  const all = Math.max(failed, red.size) + claims.length;
  process.stdout.write(`\n${skipped} skipped\n${passed} passed, ${all} failed\n`);
  process.exitCode = all > 0 || passed === 0 || interrupted.signal.aborted ? 1 : 0;
}

const files = chosen();
if (values.list) process.stdout.write(files.map((file) => `${file}\n`).join(""));
else if (files.length > 0) await testAll(files);
else process.stdout.write("\n0 passed, 0 failed\n");
