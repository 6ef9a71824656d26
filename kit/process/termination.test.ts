import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";

const termination = new URL("termination.ts", import.meta.url).href;

/** Starts a process that shuts down in order, after `body`. Resolves when the process is ready for a signal. */
async function start(body: string, env: Record<string, string> = {}) {
  const program = `
    import { onTermination } from ${JSON.stringify(termination)};
    const quiet = () => undefined;
    const log = { info: quiet, warn: quiet, error: quiet };
    let drained = quiet;
    let graceMs = 10_000;
    ${body}
    onTermination(log, async () => drained(), graceMs);
    setInterval(quiet, 1_000);
    process.stdout.write("ready");
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, "data");
  return { child, ended };
}

describe("a role that is told to end", () => {
  test("drains and exits with 0", async () => {
    const { child, ended } = await start('drained = () => void process.stdout.write("drained");');
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += String(chunk)));
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [0, null]);
    assert.equal(said, "drained");
  });

  test("exits with 1 when it cannot drain, or not in time", async () => {
    const failing = await start('drained = () => Promise.reject(new Error("no"));');
    const late = await start("drained = () => new Promise(quiet); graceMs = 20;");
    for (const { child, ended } of [failing, late]) {
      child.kill("SIGTERM");
      assert.deepEqual(await ended, [1, null]);
    }
  });

  test("does not wait for a name that nobody resolves", async () => {
    // This holds the only thread that looks up names for minutes; a silent resolver holds it for seconds.
    const { child, ended } = await start(
      `
      const { pbkdf2 } = await import("node:crypto");
      const { lookup } = await import("node:dns");
      pbkdf2("a", "b", 1e9, 64, "sha512", quiet);
      lookup("localhost", quiet);
      `,
      { UV_THREADPOOL_SIZE: "1" },
    );
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
    assert.deepEqual(await ended, [0, null]);
    clearTimeout(timer);
  });
});
