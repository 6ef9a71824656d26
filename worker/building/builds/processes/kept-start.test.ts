import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { type Builder, createBuilder } from "../builder.ts";
import { KeptStart } from "./kept-start.ts";
import { draftOf } from "../../../testing/test-builds.ts";

const sources = [
  "/** Adds one. It is quick. */ export default async function one(input: { n: number }) { return { n: input.n + 1 }; }",
  "export default async function two(input: { a?: string[]; b: 'x' | 'y' }) { return [input.b]; }",
  "import fs from 'fs';\nimport x from 'lib/x';\nimport y from 'y';\nexport default () => [fs, x, y];",
  "export default async function three(input: { n: number }) { return input.m + process.pid; }",
];
const functions = sources.map((source, index) => draftOf(source, { id: `fn_${index}`, slug: `f${index}` }));

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 90_000; !(await condition()); await delay(20)) {
    if (Date.now() > end) assert.fail(`${what} did not come within 90 s`);
  }
}

describe("what build processes start from", { skip: !existsSync("/proc/self/cmdline") }, () => {
  let root: string;
  let count = 0;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), "ferrule-snapshot-"));
  });
  after(() => rm(root, { recursive: true, force: true }));

  const builderFor = (snapshotDir: string): Builder =>
    createBuilder({
      log: createLog("test", "silent"),
      cacheDir: join(root, `cache-${(count += 1)}`),
      snapshotDir,
      warmProcesses: 1,
    });
  const startedFrom = (pids: number[], word: RegExp) =>
    pids.filter((pid) => word.test(readFileSync(`/proc/${pid}/cmdline`, "utf8")));
  const startedFromSnapshot = ({ processIds }: Builder) => startedFrom(processIds.compilers, /\0--snapshot-blob\0/);
  const startedFromProgram = ({ processIds }: Builder) =>
    startedFrom(processIds.bundlers, /\/bundler-\w+\.mjs\0(?!.*\/main\.ts)/);
  const kept = async (folder: string, kind = "compiler") =>
    (await readdir(folder)).filter((name) => name.startsWith(`${kind}-`)).sort();

  test("is made after the first build, once for all workers, and the next ones' processes start from it and say the same", async () => {
    const folder = join(root, "shared");
    const told: unknown[] = [];
    {
      await using first = builderFor(folder);
      await using second = builderFor(folder);
      const started: number[][][] = [];
      const buildIn = async (one: Builder) => {
        const answer = await one.build(functions);
        started.push([startedFromSnapshot(one), startedFromProgram(one)]);
        return answer;
      };
      told.push(...(await Promise.all([first, second].map(buildIn))));
      // The slower one may already have a process that starts from the quicker one's file.
      assert.deepEqual(started[0], [[], []]);
      await until(async () => /^compiler-\w+\.snapshot$/.test((await kept(folder)).join()), "the snapshot");
      await until(
        async () => /^bundler-\w+\.mjs$/.test((await kept(folder, "bundler")).join()),
        "the bundler's program",
      );
    }
    await using third = builderFor(folder);
    const answer = await third.build(functions);
    assert.deepEqual([startedFromSnapshot(third).length, startedFromProgram(third).length], [1, 1]);
    assert.equal(answer.bundles.size, 2);
    for (const other of told) assert.deepEqual(answer, other);
    const [one, two, imports, three] = answer.functions;
    assert.deepEqual([one!.valid, one!.derived.description], [true, "Adds one. It is quick."]);
    assert.equal(two!.derived.inputSchema?.["type"], "object");
    assert.deepEqual(
      imports!.diagnostics.map(({ code, line }) => [code, line]),
      [1, 2, 3].map((line) => ["IMPORT_UNKNOWN", line]),
    );
    assert.equal(three!.valid, false);
  });

  test("that does not start is thrown away, and the build is done without it", async () => {
    const folder = join(root, "shared");
    for (const name of await readdir(folder)) await writeFile(join(folder, name), "no snapshot and no program");
    await using builder = builderFor(folder);
    const { functions: built } = await builder.build(functions);
    assert.equal(built[0]!.valid, true);
    assert.deepEqual([startedFromSnapshot(builder), startedFromProgram(builder)], [[], []]);
    await until(async () => (await readdir(folder)).length === 0, "its end");
  });

  test("that cannot be kept costs nothing but its gain", async () => {
    const folder = join(root, "a file");
    await writeFile(folder, "");
    await using builder = builderFor(folder);
    assert.equal((await builder.build(functions)).functions[0]!.valid, true);
  });

  test(
    "is given up when it takes too long to make, and the folder is another's to try",
    { timeout: 30_000 },
    async () => {
      const folder = join(root, "slow");
      let stopped: unknown;
      const make = (_folder: string, _file: string, signal: AbortSignal) =>
        new Promise<void>((_, reject) => {
          signal.addEventListener("abort", () => reject((stopped = signal.reason) as Error));
        });
      const log = createLog("test", "silent");
      await using start = new KeptStart({
        kind: "compiler",
        ending: "snapshot",
        fingerprint: "f00d",
        log,
        make,
        folder,
        longestMs: 50,
      });
      await start.take();
      assert.match(String(stopped), /TimeoutError/);
      assert.equal(start.find(), undefined);
      assert.deepEqual(await readdir(folder), []);
    },
  );

  test("takes the place of all but two older ones, and of one whose taker was killed", async () => {
    const folder = join(root, "old");
    const taking = "compiler-f00d.snapshot.taking";
    await mkdir(join(folder, taking, "left"), { recursive: true });
    const older = ["compiler-a1.snapshot", "compiler-b2.snapshot", "compiler-c3.snapshot"];
    for (const one of older) await writeFile(join(folder, one), "");
    const hourAgo = Date.now() / 1_000 - 3_600;
    for (const [index, one] of [...older, taking].entries())
      await utimes(join(folder, one), hourAgo + index, hourAgo + index);
    await using start = new KeptStart({
      kind: "compiler",
      ending: "snapshot",
      fingerprint: "f00d",
      log: createLog("test", "silent"),
      make: (_folder, file) => writeFile(file, "new"),
      folder,
    });
    await start.take();
    assert.deepEqual(await kept(folder), [...older.slice(1), "compiler-f00d.snapshot"]);
    assert.equal(readFileSync(start.find() ?? "", "utf8"), "new");
  });
});
