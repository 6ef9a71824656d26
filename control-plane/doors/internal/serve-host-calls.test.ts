import assert from "node:assert/strict";
import { once } from "node:events";
import { text as textOf } from "node:stream/consumers";
import { before, test } from "node:test";
import { hostCallsProtocol, mostMessageBytes, type HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { askForHostCalls, connectHostCalls, type HostCallSocket } from "./testing/connect-host-calls.ts";
import { startScene } from "./testing/start-scene.ts";

const scene = duringTests(startScene);
let projectId: string;
before(async () => {
  ({ id: projectId } = await scene.plane.createProject());
});

const open = () => connectHostCalls(scene.plane.internalUrl, scene.plane.settings.workerApiTokens[0]);
const place = { environment: "development", tenantId: "acme", functionId: "fn_1", endpointId: null } as const;
const batch = (name: string, argument: object) =>
  JSON.stringify({ projectId, calls: [{ ...place, executionId: "exe_1", name, argument }] });
const set = (key: string, value: unknown) => batch("cache.set", { key, json: JSON.stringify(value), ttlSeconds: 600 });
const get = (key: string) => batch("cache.get", { key });
const answered = (text: string) => {
  const { results, error } = JSON.parse(text) as { results?: HostCallResult[]; error?: Record<string, unknown> };
  return results?.[0] ?? error ?? assert.fail(text);
};
async function ask({ send, next }: HostCallSocket, text: string) {
  send(7, text);
  const { number, text: answer } = await next();
  assert.equal(number, 7);
  return answered(answer);
}

test("nobody gets a connection without the worker's token, or for anything else: the answer is HTTP's", async () => {
  const {
    workerApiTokens: [workerApiToken],
    internalApiTokens: [internalApiToken],
  } = scene.plane.settings;
  const upgrade = { connection: "upgrade", upgrade: hostCallsProtocol };
  for (const [headers, status, code] of [
    [upgrade, 401, "UNAUTHENTICATED"],
    [{ ...upgrade, "x-worker-token": `${workerApiToken}x` }, 401, "UNAUTHENTICATED"],
    [{ ...upgrade, "x-internal-token": internalApiToken }, 401, "UNAUTHENTICATED"],
    [{ "x-worker-token": workerApiToken }, 400, "VALIDATION_ERROR"],
    [{ "x-worker-token": workerApiToken, connection: "upgrade", upgrade: "websocket" }, 400, "VALIDATION_ERROR"],
  ] as const) {
    const refused = await askForHostCalls(scene.plane.internalUrl, { ...headers });
    assert.ok(!("next" in refused));
    const { error } = JSON.parse(await textOf(refused)) as { error: { code: string; requestId: string } };
    assert.deepEqual([refused.statusCode, error.code], [status, code]);
    assert.equal(error.requestId, refused.headers["x-request-id"]);
  }
});

test("answers hundreds of requests over one connection, each by its number", async () => {
  using connection = await open();
  const numbers = Array.from({ length: 300 }, (_, at) => at + 1);
  for (const number of numbers) connection.send(number, set(`of ${number}`, number));
  for (const _ of numbers) assert.deepEqual(answered((await connection.next()).text), { ok: true, value: {} });
  for (const number of numbers) connection.send(number, get(`of ${number}`));
  const values = new Map<number, unknown>();
  for (const _ of numbers) {
    const { number, text } = await connection.next();
    values.set(number, answered(text));
  }
  for (const number of numbers) assert.deepEqual(values.get(number), { ok: true, value: { json: String(number) } });
});

test("what is no request is refused in the one error shape, and the connection goes on", async () => {
  using connection = await open();
  for (const [text, code] of [
    ["{", "MALFORMED_JSON"],
    ["null", "VALIDATION_ERROR"],
    [JSON.stringify({ projectId, calls: [] }), "VALIDATION_ERROR"],
    [JSON.stringify({ projectId, calls: [{ name: "cache.get" }] }), "VALIDATION_ERROR"],
  ] as const) {
    const { code: refused, message, requestId } = (await ask(connection, text)) as Record<string, unknown>;
    assert.equal(refused, code);
    assert.deepEqual([typeof message, typeof requestId], ["string", "string"]);
  }
  assert.deepEqual(await ask(connection, get("none")), { ok: true, value: { json: null } });
});

test("a request that is too long ends its own connection alone", async () => {
  using first = await open();
  using second = await open();
  first.send(1, "x".repeat(mostMessageBytes + 1));
  await assert.rejects(first.next());
  assert.deepEqual(await ask(second, get("none")), { ok: true, value: { json: null } });
});

/** Blocks every statement about the cache until it is released. */
async function holdCache(): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held = scene.query(async (tx) => {
    await sql`lock table cache_entries in access exclusive mode`.execute(tx);
    locked.resolve();
    await release.promise;
  });
  await Promise.race([locked.promise, held]);
  return () => {
    release.resolve();
    return held;
  };
}

test("a request that was taken back is not answered", async () => {
  using connection = await open();
  const letGo = await holdCache();
  connection.send(1, get("none"));
  connection.send(1, "");
  // The refusal shows that everything sent before it has been read.
  assert.ok("code" in (await ask(connection, "null")));
  await letGo();
  for (let again = 0; again < 5; again += 1) {
    assert.deepEqual(await ask(connection, get("none")), { ok: true, value: { json: null } });
  }
});

test("when the process drains, workers are asked to leave, and get the answers that they wait for", async () => {
  const replica = await scene.addReplica();
  using leaving = await connectHostCalls(replica.internalUrl, scene.plane.settings.workerApiTokens[0]);
  using staying = await connectHostCalls(replica.internalUrl, scene.plane.settings.workerApiTokens[0]);
  const letGo = await holdCache();
  leaving.send(1, get("none"));
  assert.ok("code" in (await ask(leaving, "null")));
  const ended = replica[Symbol.asyncDispose]();
  for (const { next } of [leaving, staying]) assert.deepEqual(await next(), { number: 0, text: "" });
  await letGo();
  const { number, text } = await leaving.next();
  assert.deepEqual([number, answered(text)], [1, { ok: true, value: { json: null } }]);
  const closed = [leaving, staying].map(({ socket }) => once(socket, "close"));
  leaving.end();
  // A worker that does not leave is cut off after a while.
  await Promise.all([ended, ...closed]);
});
