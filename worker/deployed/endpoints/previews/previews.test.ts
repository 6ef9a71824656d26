import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { createControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";
import { startServing } from "../../../start-serving.ts";
import { keyState, previewKeyValue, previewState, projectState } from "../../../testing/deployed.ts";
import { standIn } from "../../../testing/stand-in.ts";
import { internalToken, until, type TestWorker } from "../../../testing/test-worker.ts";
import { sha256 } from "../artifact-digest.ts";
import { announce, behaviours, call, named, place, preview, startWorker, statusOf } from "../../../testing/previews.ts";

/** How many requests for artifacts the worker has sent. */
const asked = (worker: TestWorker) => worker.feed.asked("/internal/artifacts/");

describe("previews on a worker", () => {
  test("a preview serves its own Functions beside Development, and costs nothing before its first call", async () => {
    await using worker = await startWorker();
    const before = asked(worker);
    await preview(worker, [named("first")]);
    assert.equal(asked(worker), before);
    assert.deepEqual([worker.serving.directory.size, worker.serving.activeDigests().length], [4, 1]);
    assert.equal((await call(worker, `${place}/first`)).value, "first");
    assert.equal(await statusOf(worker, `${place}/live`), 404);
    const live = await worker.fetch("/http/development/one/api/live");
    assert.equal(await live.json(), "live");
    assert.equal((await worker.fetch("/http/development/one/api/first")).status, 404);
    const [record] = worker.records;
    assert.deepEqual(
      [record?.preview, record?.environment, record?.deploymentId?.slice(0, 4), record?.endpointId],
      ["pr-7", "development", "bld_", "ep_http"],
    );
    assert.equal(worker.records.find(({ functionName }) => functionName === "live")?.preview, undefined);
    assert.deepEqual(
      worker.calls.map(({ functionName, environment, previewId }) => [functionName, environment, previewId]),
      [
        ["first", "development", "pvw_seven"],
        ["live", "development", undefined],
      ],
    );
  });

  test("its MCP endpoint lists and calls its tools", async () => {
    await using worker = await startWorker();
    await preview(worker, [named("first")]);
    const ask = async (method: string, params: object) => {
      const answer = await worker.fetch("/mcp/preview-pr-7/one/tools/", {
        method: "POST",
        headers: {
          "x-api-key": previewKeyValue,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      return (await answer.text()).slice(0, 2_000);
    };
    assert.match(await ask("tools/list", {}), /"name":"first"/);
    assert.match(await ask("tools/call", { name: "first", arguments: {} }), /"text":"first"/);
  });

  test("the first call after an announcement reaches the new build, though nobody has told the worker yet", async () => {
    await using worker = await startWorker();
    worker.feed.falter(true);
    worker.feed.say(previewState(worker.publish([named("first")])));
    const early = Array.from({ length: 20 }, () => statusOf(worker, `${place}/first`));
    await delay(300);
    worker.feed.falter(false);
    assert.deepEqual(new Set(await Promise.all(early)), new Set([200]));
  });

  test("a new build is in force once it is swapped whole, and a call that runs ends on the former one", async () => {
    let finish: ((value: string) => void) | undefined;
    const slow = () => new Promise((resolve) => (finish = resolve));
    await using worker = await startWorker({ behaviours: { ...behaviours, slow } });
    await preview(worker, [named("slow"), named("first")]);
    const running = call(worker, `${place}/slow`);
    await until("it runs", () => worker.serving.slots.running === 1);
    for (const [now, former] of [
      ["second", "first"],
      ["first", "second"],
    ] as const) {
      await preview(worker, [named(now)]);
      assert.equal((await call(worker, `${place}/${now}`)).value, now);
      assert.equal(await statusOf(worker, `${place}/${former}`), 404);
    }
    finish?.("from the former build");
    assert.equal((await running).value, "from the former build");
  });

  test("a build that cannot be loaded leaves the former one, and holds up nobody else", async () => {
    await using worker = await startWorker();
    await preview(worker, [named("first")]);
    assert.equal(await statusOf(worker, `${place}/first`), 200);
    const next = [named("second")];
    const digest = worker.publish(next);
    worker.feed.lose(sha256("second"));
    await announce(worker, previewState(digest));
    assert.equal(await statusOf(worker, `${place}/first`), 200);
    worker.publish(next);
    await until("it is served", async () => (await statusOf(worker, `${place}/second`)) === 200);
  });

  test("without its artifact a call is not started, and Development is in force and ready all the same", async () => {
    await using worker = await startWorker();
    await announce(worker, previewState("0".repeat(64)));
    const answer = await worker.fetch(`${place}/first`, { headers: { "x-api-key": previewKeyValue } });
    assert.deepEqual([answer.status, answer.headers.get("x-ferrule-not-started")], [503, "busy"]);
    await announce(worker, keyState("mcp"));
    assert.equal((await worker.fetch("/http/development/one/api/live")).status, 200);
    await announce(worker, { gone: "preview:pvw_seven" });
    assert.equal(await statusOf(worker, `${place}/first`), 404);
  });

  test("a preview that ends during a call lets it finish; then its address is gone, and its name is free", async () => {
    let finish: ((value: string) => void) | undefined;
    const slow = () => new Promise((resolve) => (finish = resolve));
    await using worker = await startWorker({ behaviours: { ...behaviours, slow } });
    await preview(worker, [named("slow")]);
    const running = call(worker, `${place}/slow`);
    await until("it runs", () => worker.serving.slots.running === 1);
    await announce(worker, { gone: "preview:pvw_seven" });
    assert.equal(await statusOf(worker, `${place}/slow`), 404);
    finish?.("done");
    assert.equal((await running).value, "done");
    assert.deepEqual(worker.serving.activeDigests().length, 1);
    await preview(worker, [named("first")], { id: "pvw_eight" });
    assert.equal((await call(worker, `${place}/first`)).value, "first");
    // The end of the former one, which comes late, does not take the name from the new one.
    await announce(worker, { gone: "preview:pvw_seven" });
    assert.equal(await statusOf(worker, `${place}/first`), 200);
  });

  test("an archived or renamed Project takes its previews along", async () => {
    await using worker = await startWorker();
    await preview(worker, [named("first")]);
    const [digest = null] = worker.serving.activeDigests();
    assert.equal(await statusOf(worker, `${place}/first`), 200);
    await announce(worker, projectState(digest, { slug: "other" }));
    assert.equal(await statusOf(worker, `${place}/first`), 404);
    assert.equal(await statusOf(worker, "/http/preview-pr-7/other/api/first"), 200);
    await announce(worker, projectState(digest, { slug: "other", status: "archived" }));
    assert.equal(await statusOf(worker, "/http/preview-pr-7/other/api/first"), 404);
    await announce(worker, projectState(digest));
    assert.equal(await statusOf(worker, `${place}/first`), 200);
  });

  test("an idle preview is dropped, and too many make room by their last calls; each comes back with a call", async () => {
    await using worker = await startWorker({ previews: { most: 2, idleMs: 400 } });
    const digest = worker.publish([named("first")]);
    for (const n of [1, 2, 3]) await announce(worker, previewState(digest, { id: `pvw_${n}`, name: `pr-${n}` }));
    const at = (n: number) => `/http/preview-pr-${n}/one/api/first`;
    for (const n of [1, 2, 1, 3]) assert.equal(await statusOf(worker, at(n)), 200);
    // Two of the endpoints belong to each loaded preview, and four to the environments.
    assert.equal(worker.serving.directory.size, 8);
    assert.ok(worker.serving.directory.find(at(1).replace("/first", "")) !== undefined);
    assert.equal(worker.serving.directory.find(at(2).replace("/first", "")), undefined);
    await until("all are dropped", () => worker.serving.directory.size === 4);
    assert.equal(worker.serving.activeDigests().length, 1);
    for (const n of [1, 2, 3]) assert.equal(await statusOf(worker, at(n)), 200);
  });

  test("a worker that starts again while the control plane is away serves on what it had loaded", async () => {
    await using worker = await startWorker();
    await preview(worker, [named("first")]);
    assert.equal(await statusOf(worker, `${place}/first`), 200);
    await delay(200);
    worker.feed.refuse(true);
    await worker.serving.close(100);
    const { feed, settings } = worker;
    const client = createControlPlaneClient({ url: feed.url, token: feed.token });
    const log = createLog("worker", "silent");
    const again = await startServing(settings, { log, client, invoke: standIn(behaviours), reporter: { record() {} } });
    const headers = { "x-internal-token": internalToken, "x-api-key": previewKeyValue };
    const answer = await fetch(`http://127.0.0.1:${again.port}${place}/first`, { headers });
    const value: unknown = await answer.json();
    await again.close(100);
    await client[Symbol.asyncDispose]();
    assert.deepEqual([answer.status, value], [200, "first"]);
  });

  test("who has no key of it cannot make a worker load one preview after the other; who has one can", async () => {
    await using worker = await startWorker({ previews: { most: 4 } });
    const digest = worker.publish([named("first")]);
    const names = Array.from({ length: 40 }, (_, n) => `pr-${n}`);
    for (const name of names) worker.feed.say(previewState(digest, { id: `pvw_${name}`, name }));
    await announce(worker, keyState("mcp"));
    const statusesWith = (key: string) =>
      Promise.all(names.map((name) => statusOf(worker, `/http/preview-${name}/one/api/first`, key)));
    const before = asked(worker);
    const strangers = await statusesWith("fer_key_of_nobody");
    assert.deepEqual(
      [...new Set(strangers)].toSorted((a, b) => a - b),
      [401, 503],
    );
    assert.ok(strangers.filter((status) => status === 401).length < 20, String(strangers));
    const loads = asked(worker) - before;
    assert.ok(loads < 40, `${loads} requests`);
    // One by one, because only four are loaded at once.
    for (const name of names) assert.equal(await statusOf(worker, `/http/preview-${name}/one/api/first`), 200, name);
  });

  test("no other form of its address reaches it, or anything else", async () => {
    await using worker = await startWorker();
    await preview(worker, [named("first")]);
    for (const path of [
      "/http/preview-/one/api/first",
      "/http/preview-../development/one/api/live",
      "/http/preview-..%2fdevelopment/one/api/live",
      "/http/preview-PR-7/one/api/first",
      "/http/Preview-pr-7/one/api/first",
      "/http/preview-pr%2D7/one/api/first",
      "/http/preview%2dpr-7/one/api/first",
      "/http/preview-pr-7-/one/api/first",
      "/http/preview--pr-7/one/api/first",
      `/http/preview-${"p".repeat(41)}/one/api/first`,
      "/http/preview-pr-7/ONE/api/first",
      "/http/preview-pr-7/other/api/first",
      "/http/preview-pr-7/one/tools/first",
      "/http/preview-pr-7/one/first",
      "/http/preview-pr-7/one",
      "/http/preview-pr-8/one/api/first",
      "/http/pr-7/one/api/first",
      "/http/pvw_seven/one/api/first",
      "/mcp/preview-pr-7/one/api",
      "/mcp/preview-pr-7/one/tools/first",
      "/http/__proto__/one/api/first",
      "/http/preview-__proto__/one/api/first",
      "/http/preview-constructor/one/api/first",
    ])
      assert.equal(await statusOf(worker, path), 404, path);
    assert.equal(worker.calls.length, 0);
  });
});
