import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { approvalRule } from "@ferrule/contract/resources/approval.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sha256 } from "../../../deployed/endpoints/artifacts/artifact-digest.ts";
import { endpointState, keyState, projectState, type TestFunction } from "../../../testing/deployed.ts";
import { listen, subscriptionId } from "../../../testing/listen.ts";
import { bodyOf, legacy, modern, refused } from "../../../testing/rpc.ts";
import { startTestWorker, until, type TestWorker } from "../../../testing/test-worker.ts";

const one: TestFunction = { name: "one", code: "one" };
const two: TestFunction = { name: "two", code: "two" };
const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

const ask = (worker: TestWorker, notifications: unknown, headers: Record<string, string | undefined> = {}) => {
  const [message, mirrored] = modern("subscriptions/listen", { notifications });
  return worker.post(message, { ...mirrored, ...headers });
};

/** A second key of the endpoint. */
const otherKey = "fer_key_of_another_caller";
const sayOtherKey = (worker: TestWorker, change: Parameters<typeof keyState>[1] = {}) =>
  worker.feed.say(keyState("mcp", { id: "key_other", sha256: sha256(otherKey), ...change }));
const withOther = { headers: { "x-api-key": otherKey } };

describe("listening", () => {
  const worker = duringTests(() => startTestWorker({ functions: [one] }));

  test("the stream begins with an acknowledgment of what the endpoint offers, under the id of the request", async () => {
    for (const id of [7, "seven", 0]) {
      const client = await listen(worker, { ...everything, resourceSubscriptions: ["x:y"], unknown: 1 }, { id });
      const { headers } = client.response;
      assert.match(headers.get("content-type") ?? "", /^text\/event-stream/);
      assert.deepEqual([headers.get("x-accel-buffering"), headers.get("mcp-session-id")], ["no", null]);
      assert.deepEqual(client.heard, [
        {
          jsonrpc: "2.0",
          method: "notifications/subscriptions/acknowledged",
          params: { _meta: { [subscriptionId]: id }, notifications: { toolsListChanged: true } },
        },
      ]);
      client.leave();
    }
  });

  test("listChanged is declared at 2026-07-28 only, where the method exists", async () => {
    const discovered = (await bodyOf(await worker.post(...modern("server/discover")))).result;
    assert.deepEqual(discovered?.["capabilities"]?.["tools"], { listChanged: true });
    for (const protocolVersion of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      const { result } = await bodyOf(await worker.post(legacy("initialize", { protocolVersion })));
      assert.equal(JSON.stringify(result).includes("listChanged"), false, protocolVersion);
      const headers = { "mcp-protocol-version": protocolVersion };
      const answer = await worker.post(legacy("subscriptions/listen", { notifications: everything }), headers);
      await refused(answer, 200, -32601);
    }
  });

  for (const [what, notifications] of [
    ["no filter", undefined],
    ["a filter that is no object", ["toolsListChanged"]],
    ["a type that is neither true nor false", { toolsListChanged: "yes" }],
    ["URIs that are no list", { resourceSubscriptions: "a:b" }],
    ["a URI that is no text", { resourceSubscriptions: [1] }],
    ["too many URIs", { resourceSubscriptions: Array.from({ length: 51 }, (_, n) => `a:${n}`) }],
    ["a URI without end", { resourceSubscriptions: [`a:${"b".repeat(1_000)}`] }],
    ["too much together", { resourceSubscriptions: Array.from({ length: 9 }, (_, n) => `a:${n}${"b".repeat(990)}`) }],
  ] as const) {
    test(`refused: ${what}`, async () => {
      await refused(await ask(worker, notifications), 200, -32602);
    });
  }
  test("refused: an id that every message would repeat, and a client that reads no events", async () => {
    const [message, mirrored] = modern("subscriptions/listen", { notifications: everything });
    await refused(await worker.post({ ...(message as object), id: "x".repeat(300) }, mirrored), 400, -32600);
    await refused(await ask(worker, everything, { accept: "application/json" }), 406, -32600);
  });
  test("refused: without a credential, with a wrong one, and from a foreign page", async () => {
    await refused(await ask(worker, everything, { "x-api-key": undefined }), 401, -32600);
    await refused(await ask(worker, everything, { "x-api-key": "fer_key_wrong" }), 401, -32600);
    await refused(await ask(worker, everything, { origin: "https://evil.example" }), 403, -32600);
  });

  test("a client that leaves is forgotten, and the figures say how many listen", async () => {
    const openNow = async () =>
      /^ferrule_worker_listeners\S* (\d+)$/m.exec(await worker.serving.registry.metrics())?.[1];
    const clients = await Promise.all([1, 2, 3].map((id) => listen(worker, everything, { id })));
    await until("three are open", async () => (await openNow()) === "3");
    for (const client of clients) client.leave();
    await until("none is open", async () => (await openNow()) === "0");
  });
});

describe("changes of what a caller sees", () => {
  test("a deployment is told once to those whose list it changes, and only to those who asked", async () => {
    await using worker = await startTestWorker({ functions: [one, two] });
    sayOtherKey(worker, { scopes: ["one"] });
    await until("the key is live", async () => (await ask(worker, {}, withOther.headers)).status === 200);
    const all = await listen(worker, everything);
    const deaf = await listen(worker, { toolsListChanged: false });
    const narrow = await listen(worker, everything, withOther);
    await worker.deploy([one, { ...two, tool: { description: "Another." } }]);
    await until("it is told", () => all.told().length > 0);
    await worker.deploy([{ ...one, tool: { title: "Eins" } }, two]);
    await until("both are told", () => narrow.told().length > 0 && all.told().length > 1);
    assert.deepEqual(all.told(), ["tools/list_changed", "tools/list_changed"]);
    assert.deepEqual(narrow.told(), ["tools/list_changed"]);
    assert.deepEqual(deaf.told(), []);
    assert.ok(all.heard.every(({ params }) => params?._meta[subscriptionId] === 1));
  });

  test("what changes nothing for a caller is not told", async () => {
    await using worker = await startTestWorker({ functions: [one] });
    const client = await listen(worker, everything);
    await worker.deploy([{ ...one, code: "another program" }]);
    worker.feed.say(endpointState("mcp", { limits: { requestsPerMinute: 77_777, maxBodyBytes: 1_048_576 } }));
    sayOtherKey(worker);
    await worker.deploy([one, two]);
    await until("the last is told", () => client.told().length > 0);
    await delay(100);
    assert.deepEqual(client.told(), ["tools/list_changed"]);
  });

  test("new scopes of a key are told to its caller alone", async () => {
    await using worker = await startTestWorker({ functions: [one, two] });
    sayOtherKey(worker, { scopes: ["one"] });
    await until("the key is live", async () => (await ask(worker, {}, withOther.headers)).status === 200);
    const [others, own] = [await listen(worker, everything), await listen(worker, everything, withOther)];
    sayOtherKey(worker, { scopes: ["one", "two"] });
    await until("it is told", () => own.told().length > 0);
    assert.deepEqual([own.told(), others.told()], [["tools/list_changed"], []]);
  });

  test("a policy that makes calls wait for a person changes the list that it changes", async () => {
    const typed: TestFunction = { ...one, outputSchema: { type: "object" } };
    await using worker = await startTestWorker({ functions: [typed] });
    const client = await listen(worker, everything);
    worker.feed.say(endpointState("mcp", {}, { approvals: [approvalRule.parse({ names: ["one"], by: {} })] }));
    await until("it is told", () => client.told().length > 0);
    assert.deepEqual(client.told(), ["tools/list_changed"]);
  });
});

describe("no stream survives its credential", () => {
  const ends: [string, (worker: TestWorker) => void][] = [
    ["a revoked key", ({ feed }) => feed.say({ gone: "key:key_mcp" })],
    ["a disabled endpoint", ({ feed }) => feed.say(endpointState("mcp", { status: "disabled" }))],
    ["an archived Project", ({ feed }) => feed.say({ gone: "project:prj_one" })],
    ["an endpoint that is no longer deployed", ({ feed }) => feed.say(projectState(null))],
    ["another tenant of the key", ({ feed }) => feed.say(keyState("mcp", { tenantId: "globex" }))],
    ["a policy that wants tokens", ({ feed }) => feed.say(endpointState("mcp", {}, signIn))],
    [
      "a policy for other addresses",
      ({ feed }) => feed.say(endpointState("mcp", {}, { allowedAddresses: ["192.0.2.0/24"] })),
    ],
    [
      "a rotated key whose old value has ended",
      ({ feed }) => feed.say(keyState("mcp", { sha256: sha256("fer_key_new") })),
    ],
  ];
  const signIn = { callerMode: "oauth", oauth: { keys: false, scopes: [], rules: [], claims: [] } };
  for (const [what, happen] of ends) {
    test(what, async () => {
      await using worker = await startTestWorker({ functions: [one] });
      const client = await listen(worker, everything);
      happen(worker);
      await until("it is over", client.isClosed);
      assert.deepEqual(client.told(), ["end"]);
      assert.deepEqual(client.heard.at(-1), {
        jsonrpc: "2.0",
        id: 1,
        result: { resultType: "complete", _meta: { [subscriptionId]: 1 } },
      });
    });
  }

  test("a key that expires", async () => {
    await using worker = await startTestWorker({ functions: [one] });
    sayOtherKey(worker, { expiresAt: new Date(Date.now() + 2_000).toISOString() });
    await until("the key is live", async () => (await ask(worker, {}, withOther.headers)).status === 200);
    const client = await listen(worker, everything, withOther);
    await until("it is over", client.isClosed);
    assert.deepEqual(client.told(), ["end"]);
    assert.equal((await worker.post(legacy("ping"), withOther.headers)).status, 401);
  });

  test("a page whose origin the policy no longer allows", async () => {
    await using worker = await startTestWorker({ functions: [one] });
    worker.feed.say(endpointState("mcp", {}, { allowedOrigins: ["https://app.example"] }));
    const headers = { origin: "https://app.example" };
    await until("the policy is live", async () => (await worker.post(legacy("ping"), headers)).status === 200);
    const client = await listen(worker, everything, { headers });
    worker.feed.say(endpointState("mcp"));
    await until("it is over", client.isClosed);
    assert.deepEqual(client.told(), ["end"]);
  });

  test("a worker that drains ends its streams, and opens no more", async () => {
    await using worker = await startTestWorker({ functions: [one] });
    const clients = await Promise.all([1, 2, 3].map((id) => listen(worker, everything, { id })));
    worker.serving.drain();
    await until("they are over", () => clients.every((client) => client.isClosed()));
    for (const client of clients) assert.deepEqual(client.told(), ["end"]);
  });
});

describe("the room for streams", () => {
  test("one caller has at most a hundred, and others find room", async () => {
    await using worker = await startTestWorker({ functions: [one] });
    sayOtherKey(worker);
    await until("the key is live", async () => (await worker.post(legacy("ping"), withOther.headers)).status === 200);
    const clients = await Promise.all(Array.from({ length: 100 }, (_, id) => listen(worker, everything, { id })));
    const answer = await ask(worker, everything);
    assert.ok(Number(answer.headers.get("retry-after")) > 0);
    const { error, id } = await refused(answer, 429, -32600);
    assert.deepEqual([id, error?.data["code"]], [1, "RATE_LIMITED"]);
    await listen(worker, everything, withOther);
    clients[0]?.leave();
    await until("there is room again", async () => (await ask(worker, everything)).status === 200);
  });

  test("a Project leaves room for others, and a full worker sends its callers elsewhere", async () => {
    await using worker = await startTestWorker({ functions: [one], settings: { mcpListeners: 4 } });
    for (const id of [1, 2, 3]) await listen(worker, everything, { id });
    const { error } = await refused(await ask(worker, everything), 429, -32600);
    assert.match(error?.message ?? "", /Project/);
  });

  test("without any room nothing is declared and the method does not exist", async () => {
    await using worker = await startTestWorker({ functions: [one], settings: { mcpListeners: 0 } });
    const { result } = await bodyOf(await worker.post(...modern("server/discover")));
    assert.deepEqual(result?.["capabilities"]?.["tools"], {});
    await refused(await ask(worker, everything), 404, -32601);
  });
});
