import assert from "node:assert/strict";
import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { type Builder, type BuilderOptions, createBuilder } from "../../building/builds/builder.ts";
import { type ConfinementInForce, findConfinement, unconfined } from "./find-confinement.ts";
import { ownersOfProcesses } from "./owners-of-processes.ts";
import { spawnConfined } from "./spawn-confined.ts";
import { draftOf } from "../../testing/test-builds.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };
let folder: string;
before(async () => {
  folder = await mkdtemp(join(realpathSync(tmpdir()), "ferrule-confined-"));
});
after(() => rm(folder, { recursive: true, force: true }));

let count = 0;
const draft = (source = `export default (input: { a: string }) => input.a + ${(count += 1)};`) => draftOf(source);
const builderFor = (options: Partial<BuilderOptions> = {}): Builder =>
  createBuilder({ log: createLog("test", "silent"), cacheDir: folder, warmProcesses: 1, ...options });
const field = (pid: number, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await delay(10)) {
    if (Date.now() > end) assert.fail(`${what} did not happen within 60 s`);
  }
}

describe("a builder is confined", linux, () => {
  let builder: Builder;
  let inForce: ConfinementInForce;
  let pids: number[];
  before(async () => {
    ({ inForce } = await findConfinement());
    builder = builderFor();
    assert.equal((await builder.build([draft()])).functions[0]?.valid, true);
    pids = Object.values(builder.processIds).flat();
    assert.equal(pids.length, inForce.ownRoot ? 3 : 2);
  });
  after(() => builder[Symbol.asyncDispose]());

  test("to users of their own, without capabilities or a way to new ones", () => {
    const owners = pids.map((pid) => field(pid, "Uid").split(/\s+/));
    for (const ids of owners) assert.equal(new Set(ids).size, 1);
    if (inForce.ownUid) {
      assert.equal(new Set(owners.map(([uid]) => uid)).size, pids.length);
      for (const [uid] of owners) assert.ok(Number(uid) >= 61_184 && Number(uid) <= 65_519);
      for (const pid of pids) assert.equal(field(pid, "Groups"), "");
    }
    for (const pid of pids) {
      if (inForce.noNewPrivileges) assert.equal(field(pid, "NoNewPrivs"), "1");
      if (inForce.systemCallFilter) assert.equal(field(pid, "Seccomp"), "2");
      if (inForce.ownUid || process.getuid!() !== 0) assert.match(field(pid, "CapEff"), /^0+$/);
    }
  });

  test("with bounds of memory, processor time, files and processes, and no network", () => {
    for (const pid of pids) {
      const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
      if (inForce.resourceLimits) {
        assert.match(limits, /^Max file size +0 +0 /m);
        assert.match(limits, /^Max data size +\d+ +\d+ /m);
        assert.match(limits, /^Max cpu time +900 +900 /m);
      }
      if (inForce.processLimit) assert.match(limits, /^Max processes +\d{2,4} +\d{2,4} /m);
      if (inForce.emptyNetwork)
        assert.equal(readFileSync(`/proc/${pid}/net/route`, "utf8").trim().split("\n").length, 1);
    }
  });

  test("esbuild to a folder in which there is nothing else", () => {
    if (!inForce.ownRoot) return;
    const [pid] = builder.processIds.helpers;
    if (inForce.ownUid) assert.match(basename(readlinkSync(`/proc/${pid}/root`)), /^esbuild-/);
    assert.ok(!existsSync(`/proc/${pid}/root/etc`));
  });
});

test(
  "a builder without anything of the platform's bundles all the same, and reads no file",
  { timeout: 120_000 },
  async () => {
    await using builder = builderFor({ confinement: unconfined, cacheDir: join(folder, "other") });
    const source = "export default () => 1;\n//# sourceMappingURL=file:///etc/passwd";
    const { functions, bundles } = await builder.build([draft(), draft(source)]);
    assert.deepEqual(
      functions.map(({ valid, diagnostics }) => [valid, diagnostics]),
      [
        [true, []],
        [true, []],
      ],
    );
    assert.deepEqual(builder.processIds.helpers, []);
    assert.doesNotMatch(JSON.stringify([...bundles.values()]), /root:/);
    await using confined = builderFor({ cacheDir: join(folder, "third") });
    const again = await confined.build([draft(source)]);
    assert.deepEqual([...again.bundles.keys()], [functions[1]!.bundleDigest]);
  },
);

/** They mostly wait. */
describe("a build process that", { ...linux, concurrency: 4 }, () => {
  const kinds = ["compilers", "bundlers", "helpers"] as const;
  for (const kind of kinds)
    test(`stands still is ended when the time is over, with what it works with: ${kind}`, async () => {
      await using builder = builderFor({ timeoutMs: 1_500 });
      await builder.build([draft()]);
      const [pid] = builder.processIds[kind];
      if (pid === undefined) return;
      process.kill(pid, "SIGSTOP");
      const { functions } = await builder.build([draft()]);
      assert.deepEqual(
        functions[0]?.diagnostics.map(({ code }) => code),
        ["BUILD_TIMEOUT"],
      );
      await until(() => !existsSync(`/proc/${pid}`), "the end of the stopped process");
      assert.equal((await builder.build([draft()])).functions[0]?.valid, true);
    });

  test("is killed in the middle costs nothing but time", async () => {
    await using builder = builderFor();
    for (const kind of kinds) {
      await builder.build([draft()]);
      const [pid] = builder.processIds[kind];
      if (pid === undefined) continue;
      const building = builder.build(
        Array.from({ length: 8 }, () => draft()),
        {
          onProgress: (done) => done === 3 && process.kill(pid, "SIGKILL"),
        },
      );
      assert.deepEqual(
        (await building).functions.filter(({ valid }) => !valid),
        [],
      );
    }
  });

  test("multiplies meets a limit, and nothing of it outlives it", async () => {
    const confinement = await findConfinement();
    const uid = confinement.nextUid();
    if (uid === null || !confinement.inForce.processLimit) return;
    const shell = `trap '' TERM HUP; for i in $(seq 1000); do setsid sleep 1000 & done; sleep 1000`;
    const command = [
      ...confinement.commandFor(),
      "/usr/bin/setpriv",
      `--reuid=${uid}`,
      `--regid=${uid}`,
      "--clear-groups",
    ];
    const { child, kill } = spawnConfined([...command, "/bin/sh", "-c", shell], { stdio: "ignore", uid, confinement });
    await until(() => ownersOfProcesses().has(uid), "the first of them");
    await delay(1_000);
    kill();
    await until(() => !ownersOfProcesses().has(uid), "the end of all");
    assert.ok(child.killed || child.exitCode !== undefined);
  });
});
