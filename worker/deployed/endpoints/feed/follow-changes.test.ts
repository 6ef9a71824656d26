import assert from "node:assert/strict";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { createControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";
import { startServing } from "../../../start-serving.ts";
import {
  endpointState,
  keyState,
  keyValue,
  manifestOf,
  projectState,
  type TestFunction,
} from "../../../testing/deployed.ts";
import { legacy } from "../../../testing/rpc.ts";
import { standIn } from "../../../testing/stand-in.ts";
import { internalToken, settingsFor, startTestWorker, until, type TestWorker } from "../../../testing/test-worker.ts";
import { sha256 } from "../artifacts/artifact-digest.ts";

const answering = (name: string, code = name): TestFunction => ({ name, code });
const ping = async (worker: TestWorker) => (await worker.post(legacy("ping"))).status;
const callOf = async (worker: TestWorker, name: string) => (await worker.post(legacy("tools/call", { name }))).text();

/** Another worker process on the same DATA_DIR, as after a restart. */
async function restart(worker: TestWorker, change: Parameters<typeof settingsFor>[2] = {}) {
  const stack = new AsyncDisposableStack();
  const settings = settingsFor(worker.feed, worker.settings.dataDir, change);
  const client = stack.use(createControlPlaneClient({ url: worker.feed.url, token: worker.feed.token }));
  const log = createLog("worker", "silent");
  const serving = await startServing(settings, { log, client, invoke: standIn({}), reporter: { record() {} } });
  stack.defer(() => serving.close(1_000));
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${serving.port}${path}`, {
      ...init,
      headers: { "x-internal-token": internalToken, "x-api-key": keyValue, "content-type": "application/json" },
    });
  const ping = async () => {
    const body = JSON.stringify(legacy("ping"));
    return (await ask("/mcp/development/one/tools", { method: "POST", body })).status;
  };
  return { ask, ping, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/**
 * A second is promised. A machine that runs other tests takes longer; a worker that misses a change learns of it 20 s
 * later.
 */
const withinMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 1_000 : 5_000;

describe("following what is deployed", () => {
  test("a change is live well within a second: disable, revoke, policy, archive", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    const liveAfter = async (status: number, change: () => void) => {
      const began = performance.now();
      change();
      await until(`it answers ${status}`, async () => (await ping(worker)) === status);
      assert.ok(performance.now() - began < withinMs);
    };
    await liveAfter(403, () => worker.feed.say(endpointState("mcp", { status: "disabled" })));
    await liveAfter(200, () => worker.feed.say(endpointState("mcp")));
    await liveAfter(401, () => worker.feed.say({ gone: "key:key_mcp" }));
    await liveAfter(200, () => worker.feed.say(endpointState("mcp", {}, { callerMode: "none" })));
    await liveAfter(404, () => worker.feed.say({ gone: "project:prj_one" }));
  });
  test("a deployment is swapped whole: a running call finishes on the old one", async () => {
    let finish: ((value: string) => void) | undefined;
    const slow = () => new Promise((resolve) => (finish = resolve));
    await using worker = await startTestWorker({
      functions: [answering("slow"), answering("old")],
      behaviours: { slow, old: () => "old", next: () => "new" },
    });
    const running = callOf(worker, "slow");
    await until("it runs", () => worker.serving.slots.running === 1);
    await worker.deploy([answering("next")]);
    assert.match(await callOf(worker, "old"), /Unknown tool/);
    assert.match(await callOf(worker, "next"), /new/);
    finish?.("from the old one");
    assert.match(await running, /from the old one/);
  });
  test("a rollback to an artifact at hand fetches nothing", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    const first = worker.serving.activeDigests()[0] ?? "";
    await worker.deploy([answering("two")]);
    const before = worker.feed.asked("/internal/artifacts/") + worker.feed.asked("/internal/bundles/");
    worker.feed.say(projectState(first));
    await until("the first one is back", () => worker.serving.activeDigests().includes(first));
    assert.equal(worker.feed.asked("/internal/artifacts/") + worker.feed.asked("/internal/bundles/"), before);
  });
  test("an artifact that cannot be loaded leaves the old one, and is active once it can be", async () => {
    await using worker = await startTestWorker({
      functions: [answering("one")],
      behaviours: { one: () => 1, two: () => 2 },
    });
    const next = [answering("two")];
    const digest = worker.feed.publish(manifestOf(next), ["two"]);
    const lost = worker.feed.lose(sha256("two"));
    worker.feed.say(projectState(digest));
    await until("it was asked for twice", () => worker.feed.asked(`/internal/bundles/${sha256("two")}`) >= 2);
    // Nobody waits for an impossible change, nor for the changes after it.
    const before = worker.serving.inForce()?.sequence ?? 0;
    worker.feed.say(keyState("mcp"));
    await until("what follows is in force", () => (worker.serving.inForce()?.sequence ?? 0) > before);
    assert.match(await callOf(worker, "one"), /"text":"1"/);
    assert.ok(lost !== undefined);
    // A bundle that does not match its digest is refused like a missing one.
    worker.feed.keep({ ...lost, code: "forged" });
    const asked = worker.feed.asked(`/internal/bundles/${sha256("two")}`);
    await until("it was asked for again", () => worker.feed.asked(`/internal/bundles/${sha256("two")}`) > asked + 1);
    assert.match(await callOf(worker, "one"), /"text":"1"/);
    worker.feed.lose(sha256("two"));
    worker.feed.publish(manifestOf(next), ["two"]);
    await until("it is active", async () => /"text":"2"/.test(await callOf(worker, "two")));
  });
  test("until a first artifact has been loaded a call is not started, so that another worker may", async () => {
    await using worker = await startTestWorker();
    const digest = worker.feed.publish(manifestOf([answering("one")]), []);
    worker.feed.say(projectState(digest));
    await until("it is wanted", async () => (await ping(worker)) === 503);
    const answer = await worker.post(legacy("ping"));
    assert.equal(answer.headers.get("x-ferrule-not-started"), "busy");
  });
  test("what was deployed before a call is there for it, though nobody has told the worker yet", async () => {
    await using worker = await startTestWorker();
    worker.feed.say(endpointState("mcp"));
    worker.feed.say(keyState("mcp"));
    await until("it has heard so far", async () => (await ping(worker)) === 404);
    const digest = worker.feed.publish(manifestOf([answering("one")]), ["one"]);
    worker.feed.falter(true);
    worker.feed.say(projectState(digest));
    const early = Array.from({ length: 50 }, () => ping(worker));
    await delay(400);
    worker.feed.falter(false);
    assert.deepEqual(new Set(await Promise.all(early)), new Set([200]));
  });
  test("a key that was issued before a call opens for it, though nobody has told the worker yet", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    const issued = "fer_key_issued_a_moment_ago";
    const headers = { "x-api-key": issued };
    const refused = await worker.post(legacy("ping"), headers);
    assert.equal(refused.status, 401);
    worker.feed.falter(true);
    worker.feed.say(keyState("mcp", { id: "key_new", sha256: sha256(issued) }));
    const early = Array.from({ length: 50 }, async () => (await worker.post(legacy("ping"), headers)).status);
    await delay(400);
    worker.feed.falter(false);
    assert.deepEqual(new Set(await Promise.all(early)), new Set([200]));
  });
  test("calls to what is not there ask once for all of them, and are answered also while nobody answers that", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    const nowhere = () => worker.fetch("/mcp/development/one/nowhere", { method: "POST", body: "{}" });
    const before = worker.feed.asked("/internal/changes");
    const all = await Promise.all(Array.from({ length: 100 }, nowhere));
    assert.ok(all.every(({ status }) => status === 404));
    // A quicker machine needs fewer: a call asks again if the current request began before the call.
    assert.ok(worker.feed.asked("/internal/changes") - before <= 50);
    worker.feed.refuse(true);
    assert.equal((await nowhere()).status, 404);
  });
  test("another epoch: what was held is dropped, and the feed is read from its beginning", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    worker.feed.restore();
    await until("nothing is there", async () => (await ping(worker)) === 404);
    worker.feed.say(endpointState("mcp"));
    worker.feed.say(keyState("mcp"));
    await worker.deploy([answering("one")]);
    assert.equal(await ping(worker), 200);
  });
  test("a feed of many pages is read to its end", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    worker.feed.restore();
    for (let at = 0; at < 2_500; at += 1) {
      worker.feed.say(keyState("mcp", { id: `key_${at}`, sha256: sha256(`fer_key_${at}`) }));
    }
    worker.feed.say(endpointState("mcp"));
    await worker.deploy([answering("one")]);
    for (const key of ["fer_key_0", "fer_key_2499"]) {
      const known = async () => (await worker.post(legacy("ping"), { "x-api-key": key })).status === 200;
      await until(`${key} is known`, known);
    }
  });
  test("serves on while the control plane is away, and hears at once what it missed", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    worker.feed.refuse(true);
    assert.equal(await ping(worker), 200);
    worker.feed.say(endpointState("mcp", { status: "disabled" }));
    worker.feed.refuse(false);
    await until("the change is live", async () => (await ping(worker)) === 403);
  });
});

describe("cut off from the control plane", () => {
  test("starts from the kept state and the cached artifact", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    await until("the state is kept", async () =>
      (await readdir(worker.settings.dataDir)).includes("runtime-state.json"),
    );
    await worker.serving.close(1_000);
    worker.feed.refuse(true);
    await using again = await restart(worker);
    await until("it serves", async () => (await again.ping()) === 200);
    assert.equal((await again.ask("/ready")).status, 200);
  });
  test("answers 503 and is unready once MAX_STALE_MS is over, until the control plane is back", async () => {
    const settings = { maxStaleMs: 1_000 };
    await using worker = await startTestWorker({ functions: [answering("one")], settings });
    worker.feed.refuse(true);
    await until("it is too old", async () => (await ping(worker)) === 503);
    const ready = await worker.fetch("/ready");
    assert.equal(ready.status, 503);
    assert.deepEqual(((await ready.json()) as { failing: string[] }).failing, ["control-plane-stale"]);
    worker.feed.refuse(false);
    await until("it serves again", async () => (await ping(worker)) === 200);
  });
  test("a damaged state or cache is read as none", async () => {
    await using worker = await startTestWorker({ functions: [answering("one")] });
    await worker.serving.close(1_000);
    const { dataDir } = worker.settings;
    await writeFile(join(dataDir, "runtime-state.json"), "{");
    for (const name of await readdir(join(dataDir, "bundles"))) await writeFile(join(dataDir, "bundles", name), "{}");
    await using again = await restart(worker);
    await until("it serves", async () => (await again.ping()) === 200);
  });
  test("without any state nothing is served, and ready says what is missing", async () => {
    await using worker = await startTestWorker();
    await worker.serving.close(1_000);
    await rm(join(worker.settings.dataDir, "runtime-state.json"), { force: true });
    worker.feed.refuse(true);
    await using again = await restart(worker);
    assert.equal(await again.ping(), 503);
    assert.deepEqual(((await (await again.ask("/ready")).json()) as { failing: string[] }).failing, ["control-plane"]);
  });
});
