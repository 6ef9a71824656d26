import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import type { Invocation } from "../../running/sandbox/call/invocation.ts";
import { startHostCallServer, type Held, type HostCallServer } from "../../testing/host-call-server.ts";
import { until } from "../../testing/test-worker.ts";
import type { AskControlPlane } from "./ask-control-plane.ts";
import { createAskHostCalls } from "./ask-host-calls.ts";
import { createHostCallConnection, type HostCallConnection } from "./host-call-connection.ts";

let server: HostCallServer;
let connection: HostCallConnection;
let held: Held[];
let ask: AskControlPlane;
const log = createLog("worker", "silent");

before(async () => {
  server = await startHostCallServer();
  connection = createHostCallConnection({ url: server.url, token: "of the tests" });
});
after(async () => {
  connection[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => {
  held = server.held = [];
  ask = createAskHostCalls({ connection, log, mostRequests: 2 });
});

const none = new AbortController().signal;
const invocation = (over: Partial<Invocation> = {}) =>
  ({
    projectId: "prj_1",
    environment: "production",
    tenantId: "acme",
    functionId: "fn_1",
    executionId: "exe_1",
    ...over,
  }) as Invocation;
type Asked = Partial<Omit<Invocation, "signal">> & { signal?: AbortSignal };
const get = (key: string, { signal = none, ...over }: Asked = {}, name = "cache.get") =>
  ask(name, { key }, { invocation: invocation(over), signal });
const keysOf = ({ batch }: Held) => batch.calls.map(({ argument }) => (argument as { key: string }).key);

/** Returns each call's own key as its result. */
function answer(one: Held | undefined): void {
  assert.ok(one);
  const results = keysOf(one).map((key) => ({ ok: true, value: key }));
  one.answer(JSON.stringify({ results }));
}

test("the first calls leave at once, those that gather meanwhile leave together, and each gets its own answer", async () => {
  const asked = Array.from({ length: 250 }, (_, at) => get(String(at)));
  await until("two requests are under way", () => held.length === 2);
  assert.deepEqual(held.map(keysOf), [["0"], ["1"]]);
  answer(held[0]);
  await until("the next has left", () => held.length === 3);
  assert.deepEqual(
    keysOf(held[2]!),
    Array.from({ length: 100 }, (_, at) => String(at + 2)),
  );
  for (const at of [1, 2]) answer(held[at]);
  await until("the rest has left", () => held.length === 5);
  for (const at of [3, 4]) answer(held[at]);
  assert.deepEqual(
    await Promise.all(asked),
    Array.from({ length: 250 }, (_, at) => String(at)),
  );
});

test("says in whose name it asks, and Projects and capabilities do not wait for each other", async () => {
  const asked = [get("a"), get("b"), get("c"), get("d", { projectId: "prj_2" }), get("e", {}, "collections.get")];
  await until("four are under way", () => held.length === 4);
  const lanes = held.map(({ batch }) => `${batch.projectId} ${batch.calls[0]?.name}`).toSorted();
  assert.deepEqual(lanes, ["prj_1 cache.get", "prj_1 cache.get", "prj_1 collections.get", "prj_2 cache.get"]);
  assert.deepEqual(held[0]?.batch.calls[0], {
    name: "cache.get",
    environment: "production",
    tenantId: "acme",
    functionId: "fn_1",
    endpointId: null,
    executionId: "exe_1",
    argument: { key: "a" },
  });
  for (const one of held) answer(one);
  await until("the last has left", () => held.length === 5);
  answer(held[4]);
  await Promise.all(asked);
});

test("a call that ends takes back what has not left, and ends a request that nobody waits for", async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [
    get("a", { signal: first.signal }),
    get("b"),
    get("c", { signal: first.signal }),
    get("d", { signal: second.signal }),
  ];
  const outcomes = Promise.allSettled(asked);
  await until("two are under way", () => held.length === 2);
  first.abort();
  await until("the control plane has seen it go", () => held[0]?.gone === true);
  await until("the next has left", () => held.length === 3);
  assert.deepEqual(keysOf(held[2]!), ["d"]);
  answer(held[1]);
  answer(held[2]);
  assert.deepEqual(
    (await outcomes).map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason.code)),
    ["UNAVAILABLE", "b", "UNAVAILABLE", "d"],
  );
  await assert.rejects(get("late", { signal: first.signal }), { code: "UNAVAILABLE" });
  assert.equal(held.length, 3);
});

test("a refusal is its own call's; an answer that is none, or none in time, is UNAVAILABLE to all of the request", async () => {
  const refused = get("a");
  await until("it is under way", () => held.length === 1);
  const results = [{ ok: false, code: "NOT_FOUND", message: "There is none.", details: { id: 1 } }];
  held[0]?.answer(JSON.stringify({ results }));
  await assert.rejects(refused, { code: "NOT_FOUND", message: "There is none.", details: { id: 1 } });
  const error = { code: "MALFORMED_JSON", message: "That is no JSON.", requestId: "req_1" };
  for (const text of [JSON.stringify({ error }), "{}", '{"results":[]}', "no json", ""]) {
    held = server.held = [];
    const failed = get("b");
    await until("it is under way", () => held.length === 1);
    held[0]?.answer(text);
    await assert.rejects(failed, { code: "UNAVAILABLE", message: "The platform could not do this just now." });
  }
  const impatient = createAskHostCalls({ connection, log, timeoutMs: 50 });
  await assert.rejects(impatient("cache.get", {}, { invocation: invocation(), signal: none }), { code: "UNAVAILABLE" });
  await until("the control plane has seen it go", () => held.at(-1)?.gone === true);
});
