import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { executorPids } from "../conformance/executor-pids.ts";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 1_500, "the condition did not come about within 30 s");
    await delay(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };

describe("an executor", () => {
  test("has no environment, no working folder of ours, and the kernel ends it first", linux, async () => {
    await using sandbox = await testSandbox();
    await sandbox.invoke(invocationOf("export default () => 1;"));
    const pids = executorPids(process.pid);
    assert.ok(pids.length > 0);
    for (const pid of pids) {
      assert.equal(readFileSync(`/proc/${pid}/environ`, "utf8"), "");
      assert.equal(readlinkSync(`/proc/${pid}/cwd`), "/");
      assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim(), "1000");
    }
  });

  test("ends with its worker, however that ends and whatever runs in it", linux, async () => {
    const program = `
      const { testSandbox, invocationOf } = await import(${JSON.stringify(import.meta.resolve("../conformance/harness.ts"))});
      const sandbox = await testSandbox();
      void sandbox.invoke(invocationOf("export default () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);", { timeoutMs: 60000 }));
      await sandbox.invoke(invocationOf("export default () => 1;", { environment: "production" }));
      console.log("running");`;
    const worker = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(createInterface(worker.stdout), "line");
      const pids = executorPids(worker.pid!);
      assert.ok(pids.length >= 2);
      worker.kill("SIGKILL");
      await until(() => !pids.some(isAlive));
    } finally {
      worker.kill("SIGKILL");
    }
  });

  test("that is killed from outside costs nobody an answer", linux, async () => {
    await using sandbox = await testSandbox({ executors: 1 });
    const running = Array.from({ length: 8 }, (_, n) =>
      sandbox.invoke(
        invocationOf("export default async (i) => { await new Promise((r) => setTimeout(r, 300)); return i; };", {
          inputJson: String(n),
          timeoutMs: 60_000,
        }),
      ),
    );
    await until(() => sandbox.state().isolates >= 8);
    for (const pid of executorPids(process.pid)) process.kill(pid, "SIGKILL");
    const results = await Promise.all(running);
    assert.deepEqual(results.map(valueOf), [0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("a burst", () => {
  test("of 64 calls of a cold Function is answered, and no executor is lost", async () => {
    await using sandbox = await testSandbox({ executors: 2 });
    const source = "export default async (n) => { await new Promise((r) => setTimeout(r, 5)); return n; };";
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        sandbox.invoke(invocationOf(source, { inputJson: String(n), timeoutMs: 20_000 })),
      ),
    );
    assert.deepEqual(
      results.map(valueOf),
      Array.from({ length: 64 }, (_, n) => n),
    );
    assert.ok(results.every(({ logs }) => logs.length === 0));
  });

  test("of Functions that each need an executor of their own ends them all", async () => {
    await using sandbox = await testSandbox({ executors: 1 });
    const stuck = (n: number) =>
      invocationOf(`export default () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, ${n});`, {
        timeoutMs: 150,
      });
    for (const round of [1, 2]) {
      const results = await Promise.all(Array.from({ length: 6 }, (_, n) => sandbox.invoke(stuck(n))));
      for (const { outcome } of results) {
        assert.ok(
          outcome.kind === "terminated" && ["timeout", "cancelled"].includes(outcome.reason),
          `${round} ${JSON.stringify(outcome)}`,
        );
      }
    }
    assert.equal(valueOf(await sandbox.invoke(invocationOf("export default () => 1;"))), 1);
  });
});
