import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";

const ferrule = join(import.meta.dirname, "ferrule.mjs");
const env = {
  PATH: process.env["PATH"] ?? "",
  PORT: "0",
  INTERNAL_API_TOKEN: "a token of this test, of 32 characters",
  LOG_LEVEL: "info",
};
/** Removes the function that a Node without it lacks: replacing its process. */
const older = ["--import", "data:text/javascript,delete process.execve"];

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Starts the gateway through the wrapper; resolves when it listens, with the pid of the process that reports it. */
async function startGateway(t: TestContext, flags: string[]) {
  const child = spawn(process.execPath, [...flags, ferrule, "gateway"], { env, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const closed = once(child, "exit") as Promise<[number | null, string | null]>;
  let said = "";
  for await (const chunk of child.stdout.setEncoding("utf8") as AsyncIterable<string>) {
    said += chunk;
    const pid = /"pid":(\d+)\D/.exec(said)?.[1];
    if (pid !== undefined) return { child, closed, pid: Number(pid) };
  }
  throw new Error("The gateway did not start.");
}

for (const [name, flags] of [
  ["becomes the role", []],
  ["on an older Node passes signals on", older],
] as const) {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`ferrule gateway ${name}: ${signal} ends it in order, and no process stays`, async (t) => {
      const { child, closed, pid } = await startGateway(t, [...flags]);
      assert.equal(pid === child.pid, flags.length === 0);
      child.kill(signal);
      assert.deepEqual(await closed, [0, null]);
      assert.equal(isAlive(pid), false);
    });
  }
}

test("on an older Node the role ends when the wrapper is killed", async (t) => {
  const { child, closed, pid } = await startGateway(t, older);
  child.kill("SIGKILL");
  await closed;
  const until = Date.now() + 30_000;
  while (isAlive(pid) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isAlive(pid), false);
});

test("exit codes and the version pass through the wrapper", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
    version: string;
  };
  for (const flags of [[], older]) {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [...flags, ferrule, ...args], { encoding: "utf8", env });
    assert.equal(run("--version").stdout.trim(), version);
    assert.equal(run("deploy-everything").status, 2);
    assert.equal(run("config", "check", "worker").status, 1);
  }
});
