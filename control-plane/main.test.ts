import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createTestDatabase } from "./ground/store/testing/test-database.ts";

const program = join(import.meta.dirname, "main.ts");
const secrets = {
  SESSION_SECRET: "a session secret of the tests, long enough",
  ENCRYPTION_KEYS: "an encryption key of the tests, long enough",
  INTERNAL_API_TOKEN: "an internal token of the tests, long enough",
  WORKER_API_TOKEN: "a worker token of the tests, long enough",
};

/** Only what finds programs, as written and as compiled, is inherited from the tests' environment. */
const inherited = Object.fromEntries(
  ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  ),
);

function start(env: Record<string, string>): { child: ChildProcess; lastWords: () => string } {
  let words = "";
  const child = spawn(process.execPath, [program], {
    env: { ...inherited, PORT: "0", INTERNAL_PORT: "0", LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (words += chunk));
  return { child, lastWords: () => words };
}

const message = async (child: ChildProcess) => ((await once(child, "message")) as [Record<string, unknown>])[0];

test("tells its supervisor its ports and how to sign in, and ends with it", async () => {
  await using database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "ferrule-main-"));
  const { child, lastWords } = start({ ...secrets, DATABASE_URL: database.url, DATA_DIR: dataDir });
  const exited = once(child, "exit");
  try {
    const listening = await Promise.race([message(child), exited.then(() => assert.fail(lastWords()))]);
    assert.equal(listening["kind"], "listening");
    assert.equal((await fetch(`http://127.0.0.1:${String(listening["port"])}/ready`)).status, 200);
    assert.equal((await fetch(`http://127.0.0.1:${String(listening["internalPort"])}/ready`)).status, 200);
    child.send({ kind: "sign-in-link" });
    const link = await message(child);
    assert.deepEqual([link["kind"], link["email"]], ["sign-in-link", "owner@localhost.example"]);
    assert.equal(link["passwordFile"], join(dataDir, "owner.json"));
    const answer = await fetch(`http://127.0.0.1:${String(listening["port"])}/api/auth/link`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: link["token"] }),
    });
    assert.equal(answer.status, 200);
    child.disconnect();
    assert.deepEqual(await exited, [0, null]);
  } finally {
    child.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("refuses to start without its credentials, naming each and showing no value", async () => {
  const { child, lastWords } = start({
    ...secrets,
    SESSION_SECRET: "",
    WORKER_API_TOKEN: "",
    DATABASE_URL: "postgres://x@127.0.0.1:1/x",
  });
  assert.deepEqual(await once(child, "exit"), [1, null]);
  for (const name of ["SESSION_SECRET", "WORKER_API_TOKEN"]) assert.ok(lastWords().includes(`${name}: is missing`));
  assert.ok(!lastWords().includes(secrets.ENCRYPTION_KEYS));
});

test("refuses a production configuration that is not one, every problem at once", async () => {
  const { child, lastWords } = start({ NODE_ENV: "production", SESSION_SECRET: "short", DEMO_MODE: "true" });
  assert.deepEqual(await once(child, "exit"), [1, null]);
  for (const name of ["SESSION_SECRET", "ENCRYPTION_KEYS", "PUBLIC_URL", "DEMO_MODE", "DATABASE_URL"]) {
    assert.match(lastWords(), new RegExp(name));
  }
});

test("one sentence and exit code 1 when the database cannot be reached", async () => {
  const { child, lastWords } = start({ ...secrets, DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" });
  assert.deepEqual(await once(child, "exit"), [1, null]);
  assert.equal(lastWords().trim().split("\n").length, 1, lastWords());
});
