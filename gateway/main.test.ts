import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

function start(t: TestContext, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

test("says which port it listens on, serves, and exits 0 on SIGTERM", async (t) => {
  const child = start(t, { PORT: "0", INTERNAL_API_TOKEN: "token-of-the-test-0123456789-0123456789" });
  const [message] = (await once(child, "message")) as [{ kind: string; port: number }];
  assert.equal(message.kind, "listening");
  assert.equal((await fetch(`http://127.0.0.1:${message.port}/health`)).status, 200);
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("ends when its supervisor is gone", async (t) => {
  const child = start(t, { PORT: "0", INTERNAL_API_TOKEN: "token-of-the-test-0123456789-0123456789" });
  await once(child, "message");
  child.disconnect();
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("refuses to start with one sentence a problem, naming the setting and never its value", async (t) => {
  for (const [env, named] of [
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "0" }, "INTERNAL_API_TOKEN"],
    [{ PORT: "0", INTERNAL_API_TOKEN: "x".repeat(40), TRUSTED_PROXIES: "somewhere" }, "TRUSTED_PROXIES"],
  ] as const) {
    const child = start(t, env);
    let said = "";
    child.stderr?.on("data", (chunk) => (said += String(chunk)));
    const [code] = await once(child, "close");
    assert.equal(code, 1);
    assert.match(said, new RegExp(named));
    assert.doesNotMatch(said, /\n\s+at /);
  }
});
