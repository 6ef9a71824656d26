import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { findConfinement, type ConfinementInForce } from "./find-confinement.ts";
import { executorPids } from "../../running/sandbox/conformance/executor-pids.ts";
import { invocationOf, testSandbox, valueOf } from "../../running/sandbox/conformance/harness.ts";
import { readableCopy } from "../../running/sandbox/conformance/readable-copy.ts";
import type { Sandbox } from "../../running/sandbox/sandbox.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };

function statusOf(pid: number): Record<string, string[]> {
  const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...rest] = line.split(":");
      return [name, rest.join(":").trim().split(/\s+/)];
    }),
  );
}

describe("an executor is confined", linux, () => {
  let sandbox: Sandbox;
  let inForce: ConfinementInForce;
  let pids: number[];
  let inherited: number;
  before(async () => {
    // A child process must not inherit the worker's open descriptors.
    inherited = openSync("/etc/hostname", "r");
    sandbox = await testSandbox({ executors: 2 });
    const wait = invocationOf("export default () => new Promise((r) => setTimeout(r, 50, 1));");
    const results = await Promise.all(Array.from({ length: 8 }, () => sandbox.invoke(wait)));
    assert.deepEqual(new Set(results.map(valueOf)), new Set([1]));
    pids = executorPids(process.pid);
    assert.ok(pids.length >= 2, "there are executors to look at");
    ({ inForce } = await findConfinement());
    // The spare may still be starting.
    const isSettled = (pid: number) => {
      const { Uid = [], Threads = [] } = statusOf(pid);
      return Threads[0] !== "1" && !(inForce.ownUid && Uid.includes("0"));
    };
    for (let tries = 0; !pids.every(isSettled); tries++) {
      assert.ok(tries < 1_000, "an executor did not give up its user within 20 s");
      await delay(20);
    }
  });
  after(async () => {
    await sandbox[Symbol.asyncDispose]();
    closeSync(inherited);
  });

  test("in as much as this platform can: with util-linux, privileges and limits at least", async () => {
    const tools = new Set(["setpriv", "prlimit"].filter((tool) => readdirSync("/usr/bin").includes(tool)));
    assert.equal(inForce.noNewPrivileges, tools.has("setpriv"));
    assert.equal(inForce.resourceLimits, tools.has("prlimit"));
    const { commandFor, nextUid } = await findConfinement();
    assert.equal(
      commandFor().some((part) => part.endsWith("/unshare")),
      inForce.emptyNetwork,
    );
    assert.equal(nextUid() !== null, inForce.ownUid);
  });

  test("to a user of its own that is nobody else", () => {
    const owners = pids.map((pid) => statusOf(pid)["Uid"]!);
    for (const ids of owners) assert.equal(new Set(ids).size, 1, "no other user is kept to go back to");
    if (!inForce.ownUid) return;
    assert.ok(owners.every(([uid]) => Number(uid) >= 61_184 && Number(uid) <= 65_519));
    assert.equal(new Set(owners.map(([uid]) => uid)).size, owners.length);
    for (const pid of pids) assert.deepEqual(statusOf(pid)["Groups"], [""]);
  });

  test("without capabilities, and without a way to new ones", () => {
    for (const pid of pids) {
      const status = statusOf(pid);
      if (inForce.noNewPrivileges) assert.deepEqual(status["NoNewPrivs"], ["1"]);
      if (inForce.systemCallFilter) assert.deepEqual(status["Seccomp"], ["2"]);
      if (!inForce.ownUid && process.getuid!() === 0) continue;
      assert.match(status["CapEff"]![0]!, /^0+$/);
      assert.match(status["CapPrm"]![0]!, /^0+$/);
    }
  });

  test("by the kernel's limits: no file grows, nothing is dumped", () => {
    if (!inForce.resourceLimits) return;
    for (const pid of pids) {
      const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
      assert.match(limits, /^Max file size +0 +0 /m);
      assert.match(limits, /^Max core file size +0 +0 /m);
      assert.match(limits, /^Max open files +128 +128 /m);
      if (inForce.processLimit) assert.match(limits, /^Max processes +\d{2,4} +\d{2,4} /m);
    }
  });

  test("to a network in which there is nothing", () => {
    if (!inForce.emptyNetwork) return;
    const ours = readFileSync("/proc/self/net/dev", "utf8");
    for (const pid of pids) {
      const devices = readFileSync(`/proc/${pid}/net/dev`, "utf8").trim().split("\n").slice(2);
      assert.deepEqual(
        devices.map((line) => line.trim().split(":")[0]),
        ["lo"],
      );
      assert.notEqual(readFileSync(`/proc/${pid}/net/dev`, "utf8"), ours);
      assert.equal(readFileSync(`/proc/${pid}/net/route`, "utf8").trim().split("\n").length, 1, "no route leads out");
    }
  });

  test("to descriptors that lead to its worker and nowhere else", () => {
    for (const pid of pids) {
      const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
      const foreign = open.filter((target) => !/^(?:socket:|pipe:|anon_inode:|\/dev\/null$)/.test(target));
      assert.deepEqual(foreign, []);
      // The channel and stderr, and stdin until the process has read all of it.
      assert.ok(open.filter((target) => target.startsWith("socket:")).length <= 3, open.join(" "));
    }
  });
});

const userId = process.getuid?.() === 0 ? 61_000 : undefined;

async function runsTo(command: string[], user?: number): Promise<{ told: string; failed: string }> {
  const [file, ...args] = command;
  const options = user === undefined ? {} : { uid: user, gid: user };
  const child = spawn(file!, args, { ...options, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  let failed = "";
  child.stdout.on("data", (chunk: Buffer) => (told += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (failed += String(chunk)));
  // If a process cannot start, it reports an error instead of an exit.
  await once(child, "close").catch((error: unknown) => (failed += String(error)));
  return { told, failed };
}

test("a worker that is not root starts executors too", { timeout: 120_000 }, async (t) => {
  const harness = join(import.meta.dirname, "../../running/sandbox/conformance/harness.ts");
  const command = (node: string, module: string) => {
    const program = `
      const { testSandbox, invocationOf } = await import(${JSON.stringify(pathToFileURL(module))});
      await using sandbox = await testSandbox();
      const { outcome } = await sandbox.invoke(invocationOf("export default () => 'ran';"));
      process.stdout.write(outcome.outputJson + process.getuid?.());`;
    return [node, "--input-type=module", "-e", program];
  };
  const unreadable = /EACCES|ENOENT|ERR_MODULE_NOT_FOUND|permission denied|not permitted/i;
  let ran = await runsTo(command(process.execPath, harness), userId);
  if (unreadable.test(ran.failed)) {
    // The file is in root's folder.
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "ferrule-checkout-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const { node, there } = readableCopy(folder);
    ran = await runsTo(command(node, there(harness)), userId);
  }
  assert.equal(ran.told, `"ran"${userId ?? process.getuid?.()}`, ran.failed);
});
