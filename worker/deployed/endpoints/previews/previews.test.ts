import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import type { PreviewState } from "@ferrule/contract/internal/changes.ts";
import {
  endpointState,
  keyState,
  previewKeyValue,
  previewState,
  projectState,
  type TestFunction,
} from "../../../testing/deployed.ts";
import { standIn, type Behaviour } from "../../../testing/stand-in.ts";
import { startServing } from "../../../start-serving.ts";
import {
  internalToken,
  startTestWorker,
  until,
  type TestWorker,
  type TestWorkerOptions,
} from "../../../testing/test-worker.ts";
import { createControlPlaneClient } from "../../../ground/control-plane-client/control-plane-client.ts";
import { sha256 } from "../artifact-digest.ts";

/** A Function with a route and a tool of its name, which returns what `behaviours` says. */
const named = (name: string): TestFunction => ({ name, code: name, route: `GET /${name}` });
const behaviours: Record<string, Behaviour> = { live: () => "live", first: () => "first", second: () => "second" };

const startWorker = (options: TestWorkerOptions = {}) =>
  startTestWorker({ functions: [named("live")], behaviours, ...options });

const place = "/http/preview-pr-7/one/api";

interface Called {
  status: number;
  value: unknown;
  code: string | undefined;
  message: string | undefined;
}

async function call(worker: TestWorker, path: string, key: string | undefined = previewKeyValue): Promise<Called> {
  const answer = await worker.fetch(path, { headers: { "x-api-key": key } });
  const value: unknown = await answer.json();
  const { error } = (value ?? {}) as { error?: { code: string; message: string } };
  return { status: answer.status, value, code: error?.code, message: error?.message };
}

const statusOf = async (worker: TestWorker, path: string, key?: string) => (await call(worker, path, key)).status;
const asked = (worker: TestWorker) => worker.feed.asked("/internal/artifacts/");

/** Announces a preview of these Functions and waits until the worker has it in force. */
async function preview(
  worker: TestWorker,
  functions: readonly TestFunction[],
  change: Partial<PreviewState> = {},
  policy: object = {},
): Promise<PreviewState> {
  const state = previewState(worker.publish(functions), change, policy);
  await announce(worker, state);
  return state;
}

async function announce(worker: TestWorker, state: Parameters<TestWorker["feed"]["say"]>[0]): Promise<void> {
  const before = worker.serving.inForce()?.sequence ?? 0;
  worker.feed.say(state);
  await until("it is in force", () => (worker.serving.inForce()?.sequence ?? 0) > before);
}

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

describe("the callers of a preview", () => {
  const production = keyState("http", {
    id: "key_production",
    environment: "production",
    sha256: sha256("fer_key_of_production"),
  });

  test("its key opens all its endpoints; Development's key of an endpoint opens that one; no other does", async () => {
    await using worker = await startWorker();
    const foreign = previewState("1".repeat(64), {
      id: "pvw_foreign",
      name: "pr-8",
      keySha256: sha256("fer_key_of_another_preview"),
    });
    const tools = keyState("mcp", { id: "key_tools", sha256: sha256("fer_key_of_tools") });
    for (const state of [foreign, production, tools]) worker.feed.say(state);
    await preview(worker, [named("first")]);
    const path = `${place}/first`;
    assert.equal(await statusOf(worker, path), 200);
    assert.deepEqual(
      [worker.records.at(-1)?.caller, worker.records.at(-1)?.tenantId],
      [{ kind: "api-key", id: "pvw_seven", name: "Preview pr-7" }, "default"],
    );
    assert.equal((await worker.fetch(path)).status, 200);
    assert.deepEqual([worker.records.at(-1)?.caller.id, worker.records.at(-1)?.tenantId], ["key_http", "acme"]);
    for (const key of ["fer_key_of_production", "fer_key_of_another_preview", "fer_key_of_tools", "pvw_seven", "x"])
      assert.deepEqual([key, (await call(worker, path, key)).code], [key, "API_KEY_INVALID"]);
    const none = await worker.fetch(path, { headers: { "x-api-key": undefined } });
    assert.equal(none.status, 401);
    // The preview's key opens nothing outside.
    for (const environment of ["development", "production"])
      assert.ok([401, 404].includes(await statusOf(worker, `/http/${environment}/one/api/live`)), environment);
  });

  test("a key that is renewed or revoked is in force with the next call", async () => {
    await using worker = await startWorker();
    const { digest } = await preview(worker, [named("first")]);
    const path = `${place}/first`;
    assert.equal((await worker.fetch(path)).status, 200);
    await announce(worker, { gone: "key:key_http" });
    assert.equal((await worker.fetch(path)).status, 401);
    worker.feed.falter(true);
    worker.feed.say(previewState(digest, { keySha256: sha256("fer_key_renewed") }));
    const early = statusOf(worker, path, "fer_key_renewed");
    await delay(100);
    worker.feed.falter(false);
    assert.equal(await early, 200);
    assert.equal(await statusOf(worker, path), 401);
    await announce(worker, previewState(digest, { keySha256: null }));
    assert.equal(await statusOf(worker, path, "fer_key_renewed"), 401);
  });

  test("a preview that names an endpoint of another Project gets none of its keys", async () => {
    await using worker = await startWorker();
    worker.feed.say(endpointState("http", { projectId: "prj_two" }));
    await preview(worker, [named("first")]);
    assert.equal((await worker.fetch(`${place}/first`)).status, 401);
    assert.equal(await statusOf(worker, `${place}/first`), 200);
  });

  test("where callers sign in, the preview's key opens, and the refusal says so instead of naming a sign-in", async () => {
    await using worker = await startWorker();
    const oauth = { keys: false, scopes: [], rules: [], claims: [] };
    const { digest } = await preview(worker, [named("first")], {}, { callerMode: "oauth", oauth });
    const path = `${place}/first`;
    assert.equal(await statusOf(worker, path), 200);
    for (const headers of [
      { "x-api-key": undefined },
      { "x-api-key": undefined, authorization: "Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln" },
      {},
    ]) {
      const answer = await worker.fetch(path, { headers });
      assert.equal(answer.status, 401);
      assert.doesNotMatch(answer.headers.get("www-authenticate") ?? "", /resource_metadata|scope/);
      assert.match(await answer.text(), /API_KEY_INVALID.*Nobody signs in to a preview\. Send its API key\./);
    }
    await announce(worker, previewState(digest, {}, { callerMode: "oauth", oauth: { ...oauth, keys: true } }));
    assert.equal((await worker.fetch(path)).status, 200);
  });

  test("its policy and its limits are those of its state, which Development shares", async () => {
    await using worker = await startWorker();
    const { digest } = await preview(
      worker,
      [named("first")],
      {},
      { callerMode: "none", allowedAddresses: ["192.0.2.7"] },
    );
    const from = (address: string) => worker.fetch(`${place}/first`, { headers: { "x-forwarded-for": address } });
    assert.deepEqual([(await from("192.0.2.7")).status, (await from("192.0.2.8")).status], [200, 403]);
    const state = previewState(digest, {}, { callerMode: "none" });
    const [tools, api] = state.endpoints;
    assert.ok(tools !== undefined && api !== undefined);
    await announce(worker, { ...state, endpoints: [tools, { ...api, status: "disabled" }] });
    assert.equal((await call(worker, `${place}/first`)).code, "ENDPOINT_DISABLED");
    const found = worker.serving.directory.find(place);
    const live = worker.serving.directory.find("/http/development/one/api");
    assert.equal(found?.limits.own[0]?.key, live?.limits.own[0]?.key);
  });

  test("quotas of an endpoint that exists only in the preview are not counted", async () => {
    await using worker = await startWorker();
    const limits = {
      keyRequestsPerMinute: null,
      callerRequestsPerMinute: null,
      quotas: [{ by: "tenant", period: "day", requests: 1 }],
    };
    const { digest } = await preview(worker, [named("first")], {}, { callerMode: "none", limits });
    const countsOf = () =>
      worker.serving.directory
        .find(place)
        ?.limits.of({ caller: { kind: "anonymous", id: null, name: null }, tenantId: "default" }, "192.0.2.1")
        .map(({ name }) => name);
    assert.equal(await statusOf(worker, `${place}/first`), 200);
    assert.deepEqual(countsOf(), ["endpoint", "tenant-day"]);
    await announce(worker, { gone: "endpoint:ep_http" });
    await announce(worker, previewState(digest, {}, { callerMode: "none", limits }));
    assert.deepEqual(countsOf(), ["endpoint"]);
  });
});
