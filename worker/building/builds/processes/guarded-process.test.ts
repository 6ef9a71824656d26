import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { type Confinement, unconfined } from "../../../ground/confinement/find-confinement.ts";
import { buildFolders } from "../build-folders.ts";
import { startCompiler } from "./build-processes.ts";
import { GuardedProcess, ProcessEnded } from "./guarded-process.ts";

const log = createLog("test", "silent");
const quick = { timeout: 15_000 };
const source = "export default () => 1;";
const compile = (process: GuardedProcess) =>
  process.request(
    {
      source,
      inputSchema: null,
      outputSchema: null,
      permissions: { secrets: [], hosts: [], collections: [], cache: false },
    },
    15_000,
  );
const killed = (process: GuardedProcess) => globalThis.process.kill(process.pid ?? assert.fail(), "SIGKILL");

test("a process that was killed between two requests refuses the next one", quick, async () => {
  await using process = startCompiler({ log, confinement: unconfined }, 256);
  await compile(process);
  killed(process);
  while (process.alive) await new Promise(setImmediate);
  await assert.rejects(compile(process), ProcessEnded);
});

test(
  "a process that had to wait for a processor while it started takes requests all the same",
  { ...quick, skip: globalThis.process.platform !== "linux" },
  async () => {
    await using process = new GuardedProcess({
      log,
      confinement: unconfined,
      entry: join(buildFolders.own, "bundler", "nothing.mjs"),
      readPaths: [],
      heapMb: 64,
      startupMs: 1_000,
    });
    globalThis.process.kill(process.pid ?? assert.fail(), "SIGSTOP");
    await delay(2_000);
    assert.equal(process.alive, true);
    globalThis.process.kill(process.pid ?? assert.fail(), "SIGCONT");
    // It ends by itself, because it has no program.
    await assert.rejects(process.ready, (error) => error instanceof ProcessEnded && error.reason === "crash");
  },
);

test("the end of a process that cannot be killed is not waited for", quick, async () => {
  let helper: ChildProcess | undefined;
  const process = new GuardedProcess({
    log,
    confinement: unconfined,
    entry: "/nothing/there.mjs",
    readPaths: [],
    heapMb: 64,
    helper: () => {
      helper = spawn(globalThis.process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore" });
      return { child: helper, kill: () => {} };
    },
  });
  const began = performance.now();
  await process[Symbol.asyncDispose]();
  assert.equal(helper?.exitCode, null);
  assert.ok(performance.now() - began < 10_000);
  helper?.kill("SIGKILL");
});

test(
  "a request fails soon after its process was killed, also while another process holds its streams",
  quick,
  async (t) => {
    if (globalThis.process.platform === "win32") return t.skip("has no setsid");
    const holding = ["sh", "-c", 'setsid sleep 20 & exec "$@"', "sh"];
    const confinement: Confinement = { ...unconfined, commandFor: () => holding };
    await using process = startCompiler({ log, confinement }, 256);
    await process.ready;
    const asked = assert.rejects(compile(process), ProcessEnded);
    killed(process);
    await asked;
  },
);
