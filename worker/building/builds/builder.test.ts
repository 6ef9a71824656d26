import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { builtFunction } from "@ferrule/contract/internal/jobs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { findConfinement } from "../../ground/confinement/find-confinement.ts";
import { compilersFor } from "./build-all.ts";
import { type Builder, type BuilderOptions, createBuilder } from "./builder.ts";
import { draftOf } from "../../testing/test-builds.ts";

const log = createLog("test", "silent");
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function builderFor(options: Partial<BuilderOptions> = {}): Promise<Builder> {
  const cacheDir = await mkdtemp(join(tmpdir(), "ferrule-builds-"));
  folders.push(cacheDir);
  return createBuilder({ log, cacheDir, warmProcesses: 1, idleMs: 600_000, ...options });
}

const draft = (slug: string, source: string) => draftOf(source, { id: `fn_${slug}`, slug });
const good = (slug: string) =>
  draft(slug, `/** Does ${slug}. */\nexport default (input: { a: string }) => ({ ${slug}: input.a });`);
/** Each call doubles the inferred type: 28 of them keep the checker busy for half a minute, 60 forever. */
const endless = (slug: string) =>
  draft(slug, `declare const f: <A>(a: A) => [A, A];\nexport default () => ${"f(".repeat(60)}1${")".repeat(60)};`);
/** 150 object types of 10,000 properties each: about 600 MB. */
const hungry = (slug: string) => {
  const types = "type D = 0|1|2|3|4|5|6|7|8|9; type R<X> = { [P in `${D}${D}${D}${D}`]: X };";
  const uses = Array.from({ length: 150 }, (_, n) => `const a${n}: R<${n}> = null!; a${n}["0000"];`);
  return draft(slug, `${types}\nexport default () => { ${uses.join(" ")} };`);
};
process.env["FERRULE_TEST_TOKEN"] = "must not be seen";
after(() => delete process.env["FERRULE_TEST_TOKEN"]);
/** The tests that need no limits or folder of their own share it, because a cold start takes a second. */
const shared = await builderFor();
after(() => shared[Symbol.asyncDispose]());

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await delay(10)) {
    if (Date.now() > end) assert.fail(`${what} did not happen within 60 s`);
  }
}
const pidsOf = ({ processIds }: Builder) => [...processIds.compilers, ...processIds.bundlers];
const { inForce } = await findConfinement();
/** Whether the process runs. A zombie does not count. */
const lives = (pid: number) => {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

describe("a build", () => {
  test("answers a contract and a bundle for each valid Function, diagnostics for the others, and tells how far it is", async () => {
    const progress: [number, number, string][] = [];
    const logs: string[] = [];
    const functions = [good("one"), draft("bad", "export default () => missing;"), good("two")];
    const answer = await shared.build(functions, {
      onProgress: (...all) => progress.push(all),
      onLog: (level, message) => logs.push(`${level} ${message}`),
    });
    assert.deepEqual(
      answer.functions.map((one) => [one.id, one.valid, builtFunction.parse(one).derived.description]),
      [
        ["fn_one", true, "Does one."],
        ["fn_bad", false, ""],
        ["fn_two", true, "Does two."],
      ],
    );
    assert.deepEqual(
      answer.functions[1]?.diagnostics.map(({ code, line, column }) => [code, line, column]),
      [["TS2304", 1, 22]],
    );
    assert.equal(answer.functions[1]?.bundleDigest, null);
    assert.equal(answer.bundles.size, 2);
    for (const [digest, bundle] of answer.bundles) {
      assert.equal(digest, bundle.digest);
      assert.equal(createHash("sha256").update(bundle.code).digest("hex"), digest);
    }
    assert.deepEqual(
      progress.map(([done, total]) => [done, total]),
      [
        [1, 3],
        [2, 3],
        [3, 3],
      ],
    );
    // Diagnostics are part of the result, so logging them would report them twice.
    assert.deepEqual(logs.map((line) => line.replace(/\d+ bytes/, "n bytes")).sort(), [
      "info one: built, n bytes",
      "info two: built, n bytes",
    ]);
  });

  test("hands its bundles over one by one where somebody takes them, built or kept", async () => {
    await using builder = await builderFor();
    for (const _ of ["built", "kept"]) {
      const taken: string[] = [];
      const onBundle = async ({ digest }: { digest: string }) => void taken.push(digest);
      const { functions, bundles } = await builder.build([good("one"), good("two")], { onBundle });
      assert.deepEqual(new Set(taken), new Set(functions.map(({ bundleDigest }) => bundleDigest)));
      assert.equal(taken.length, 2);
      assert.equal(bundles.size, 0);
      assert.ok(functions.every(({ valid, buildKey }) => valid && buildKey !== undefined));
    }
    const refusing = { onBundle: () => Promise.reject(new Error("no room")) };
    await assert.rejects(builder.build([good("one"), good("three")], refusing), /no room/);
  });

  test("is the same in another builder, whatever was built before", async () => {
    await using fresh = await builderFor();
    const subject = draft(
      "subject",
      'export default (input: { a: "z" | "b" | "m"; t: [1, 2] }) => ({ ...input, k: Object.keys(input) });',
    );
    await shared.build([
      draft("before", 'export default (input: { q: "m" | "z" | "b"; s: Map<string, 1> }) => 1;'),
      good("one"),
    ]);
    assert.deepEqual(await shared.build([subject]), await fresh.build([subject]));
  });

  test("of unchanged Functions starts nothing and answers the same; a kept result that was changed is not believed", async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), "ferrule-builds-"));
    folders.push(cacheDir);
    const kept = join(cacheDir, "results");
    const functions = [good("one"), draft("bad", "export default 1;")];
    await using first = createBuilder({ log, cacheDir, warmProcesses: 1, cacheBytes: 10_000 });
    const built = await first.build(functions);
    assert.equal(pidsOf(first).length, 2);
    await using second = createBuilder({ log, cacheDir });
    assert.deepEqual(await second.build(functions.map((one) => ({ ...one, revision: 2 }))), built);
    assert.deepEqual(pidsOf(second), []);

    for (const name of await readdir(kept)) {
      const path = join(kept, name);
      await writeFile(path, readFileSync(path, "utf8").replace("Does one", "Does evil"));
    }
    assert.deepEqual(await first.build(functions), built);

    await first.build(Array.from({ length: 30 }, (_, n) => good(`f${n}`)));
    const sizes = (await readdir(kept)).map((one) => readFileSync(join(kept, one)).length);
    assert.ok(sizes.length > 1 && sizes.reduce((sum, size) => sum + size, 0) <= 11_000, String(sizes));
  });
});

describe("the processes of a builder", () => {
  test("are two compilers for many Functions, whose results are in their order all the same", async () => {
    await using builder = await builderFor();
    const functions = Array.from({ length: 100 }, (_, n) =>
      n === 50 ? draft("bad", "export default 1;") : good(`many${n}`),
    );
    const { functions: built } = await builder.build(functions);
    assert.deepEqual(
      built.map(({ id }) => id),
      functions.map(({ id }) => id),
    );
    assert.deepEqual(
      built.flatMap(({ valid }, n) => (valid ? [] : [n])),
      [50],
    );
    assert.deepEqual([compilersFor(99), compilersFor(100)], [1, Math.min(2, availableParallelism())]);
  });

  test("end when nothing has been built for a while, and the next build starts others", async () => {
    await using builder = await builderFor({ idleMs: 50 });
    await builder.build([good("one")]);
    await until(() => pidsOf(builder).length === 0, "the end of the processes");
    const { functions } = await builder.build([good("two")]);
    assert.equal(functions[0]?.valid, true);
  });
});

describe("a build of what other workers have built", () => {
  test("asks for the keys it does not know, builds the rest alone and says which results are whose", async () => {
    const [there] = (await shared.build([good("there")])).functions;
    assert.ok(there?.buildKey !== undefined && there.bundleDigest !== null);
    const { buildKey: key, bundleDigest, diagnostics, derived } = there;

    await using here = await builderFor();
    await here.build([good("cached")]);
    const asked: string[][] = [];
    const logs: string[] = [];
    const answer = await here.build([good("cached"), good("there"), good("new"), draft("bad", "export default 1;")], {
      known: async (keys) => (asked.push(keys), [{ key, bundleDigest, diagnostics, derived }]),
      onLog: (_level, message) => logs.push(message),
    });
    assert.deepEqual(answer.functions[1], there);
    assert.deepEqual(
      answer.functions.map(({ valid }) => valid),
      [true, true, true, false],
    );
    assert.equal(answer.functions[3]?.buildKey, undefined, "nobody is told of a failure");
    assert.deepEqual([asked.length, asked[0]?.length, asked[0]?.includes(key)], [1, 3, true]);
    assert.equal(answer.bundles.has(bundleDigest), false, "it is stored already");
    assert.equal(answer.bundles.size, 2);
    assert.equal(logs.at(-1), "2 of 4 builds are from earlier, because the same text was built before.");
  });
});

describe("a Function that cannot be built in bounds", () => {
  test("gets the diagnostic for its time, while its neighbours and another build go on", async () => {
    await using builder = await builderFor({ timeoutMs: 2_000 });
    const start = performance.now();
    const seen: number[] = [];
    const building = builder.build([good("one"), endless("endless"), good("two")], {
      onProgress: (done) => seen.push(done),
    });
    await until(() => seen.length === 1, "the first Function");
    assert.equal((await builder.build([good("beside")])).functions[0]?.valid, true);
    const answer = await building;
    assert.deepEqual(
      answer.functions.map(({ valid }) => valid),
      [true, false, true],
    );
    assert.deepEqual(
      answer.functions[1]?.diagnostics.map(({ code }) => code),
      ["BUILD_TIMEOUT"],
    );
    assert.match(answer.functions[1]?.diagnostics[0]?.message ?? "", /more than 2 s of processor time.*simpler types/);
    assert.ok(performance.now() - start < 60_000);
  });

  test("is not one whose build waited for a processor", { skip: process.platform !== "linux" }, async () => {
    await using builder = await builderFor({ timeoutMs: 1_000 });
    await builder.build([good("warm")]);
    const [compiler = 0] = builder.processIds.compilers;
    process.kill(compiler, "SIGSTOP");
    const building = builder.build([good("waiting")]);
    await delay(2_000);
    process.kill(compiler, "SIGCONT");
    assert.deepEqual((await building).functions[0]?.diagnostics, []);
    assert.deepEqual(builder.processIds.compilers, [compiler]);
  });

  test("is one whose build never gets on", { skip: process.platform !== "linux" }, async () => {
    await using builder = await builderFor({ timeoutMs: 500 });
    await builder.build([good("warm")]);
    process.kill(builder.processIds.compilers[0] ?? 0, "SIGSTOP");
    const { functions } = await builder.build([good("stopped")]);
    assert.equal(functions[0]?.diagnostics[0]?.code, "BUILD_TIMEOUT");
  });

  test("gets the diagnostic for its memory, while its neighbours build", async () => {
    await using builder = await builderFor({ heapMb: 96 });
    const answer = await builder.build([good("one"), hungry("hungry"), good("two")]);
    assert.deepEqual(
      answer.functions.map(({ valid }) => valid),
      [true, false, true],
    );
    assert.deepEqual(
      answer.functions[1]?.diagnostics.map(({ code }) => code),
      ["BUILD_OUT_OF_MEMORY"],
    );
    assert.match(answer.functions[1]?.diagnostics[0]?.message ?? "", /96 MB/);
  });

  test("gets one for a huge source", async () => {
    const answer = await shared.build([
      draft("huge", `export default () => 1;\n//${"x".repeat(2_000_000)}`),
      good("one"),
    ]);
    assert.deepEqual(
      answer.functions.map(({ valid }) => valid),
      [false, true],
    );
    assert.deepEqual(
      answer.functions[0]?.diagnostics.map(({ code }) => code),
      ["SOURCE_TOO_LARGE"],
    );
  });
});

describe("build processes", () => {
  test("killed in the middle of a build cost nothing but time", async () => {
    await shared.build([good("warm")]);
    const before = pidsOf(shared);
    assert.equal(before.length, 2);
    const building = shared.build(
      Array.from({ length: 40 }, (_, n) => good(`f${n}`)),
      {
        onProgress: (done) => {
          if (done === 5) for (const pid of before) process.kill(pid, "SIGKILL");
        },
      },
    );
    const answer = await building;
    assert.deepEqual(
      answer.functions.filter(({ valid }) => !valid),
      [],
    );
    assert.equal(pidsOf(shared).filter((pid) => before.includes(pid)).length, 0);
  });

  test("end with an aborted build, which rejects with the reason", async () => {
    await shared.build([good("warm")]);
    const [compiler = 0] = shared.processIds.compilers;
    const aborter = new AbortController();
    const seen: number[] = [];
    const building = shared.build([good("one"), endless("endless")], {
      signal: aborter.signal,
      onProgress: (done) => seen.push(done),
    });
    await until(() => seen.length === 1, "the first Function");
    aborter.abort(new Error("cancelled by a person"));
    await assert.rejects(building, /cancelled by a person/);
    await until(() => !lives(compiler), "the end of the compiler process");
    assert.equal((await shared.build([good("after")])).functions[0]?.valid, true);
  });

  test("end with the builder, and a build that runs rejects", async () => {
    const builder = await builderFor();
    await builder.build([good("warm")]);
    const { helpers } = builder.processIds;
    assert.ok(!inForce.ownRoot || helpers.length === 1);
    const processIds = [...pidsOf(builder), ...helpers];
    const building = builder.build([endless("endless")]);
    const rejected = assert.rejects(building, /closed/);
    await builder[Symbol.asyncDispose]();
    await rejected;
    assert.deepEqual(processIds.filter(lives), []);
    await assert.rejects(builder.build([good("one")]), /closed/);
  });

  test("end when the worker is killed, also in the middle of an endless type", async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), "ferrule-builds-"));
    folders.push(cacheDir);
    const program = `
      import { createBuilder } from ${JSON.stringify(import.meta.resolve("./builder.ts"))};
      import { createLog } from ${JSON.stringify(import.meta.resolve("@ferrule/kit/log.ts"))};
      const builder = createBuilder({ log: createLog("test", "silent"), warmProcesses: 1, cacheDir: ${JSON.stringify(cacheDir)} });
      const onProgress = () => setTimeout(() => console.log(JSON.stringify(Object.values(builder.processIds).flat())), 50);
      await builder.build(${JSON.stringify([good("one"), endless("endless")])}, { onProgress });`;
    const worker = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(worker.stdout.setEncoding("utf8"), "data")) as [string];
    const pids = JSON.parse(line) as number[];
    assert.equal(pids.filter(lives).length, inForce.ownRoot ? 3 : 2);
    worker.kill("SIGKILL");
    await until(() => pids.filter(lives).length === 0, "the end of the build processes");
  });

  test("end when the worker is killed as soon as they got their first request", async () => {
    const program = `
      import { createLog } from ${JSON.stringify(import.meta.resolve("@ferrule/kit/log.ts"))};
      import { findConfinement } from ${JSON.stringify(import.meta.resolve("../../ground/confinement/find-confinement.ts"))};
      import { startCompiler } from ${JSON.stringify(import.meta.resolve("./processes/build-processes.ts"))};
      const compiler = startCompiler({ log: createLog("test", "silent"), confinement: await findConfinement() }, 512);
      compiler.ready.then(() => {
        console.log(compiler.pid);
        setImmediate(() => process.kill(process.pid, "SIGKILL"));
      });
      await compiler.request(${JSON.stringify(endless("endless"))}, 900_000);`;
    const worker = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(worker.stdout.setEncoding("utf8"), "data")) as [string];
    await until(() => !lives(Number(line)), "the end of the compiler process");
  });

  test(
    "have no environment and run under the permission model",
    { skip: !existsSync("/proc/self/environ") },
    async () => {
      await shared.build([good("environment")]);
      assert.equal(pidsOf(shared).length, 2);
      for (const pid of pidsOf(shared)) {
        const names = readFileSync(`/proc/${pid}/environ`, "utf8")
          .split("\0")
          .map((one) => one.split("=", 1)[0]);
        assert.deepEqual(
          names.filter((name) => name !== ""),
          [],
        );
        assert.match(readFileSync(`/proc/${pid}/cmdline`, "utf8"), /\0--permission\0/);
      }
    },
  );
});
