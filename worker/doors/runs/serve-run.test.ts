import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sha256 } from "../../deployed/endpoints/artifacts/artifact-digest.ts";
import {
  endpointState,
  keyState,
  previewKeyValue,
  previewState,
  projectState,
  type TestFunction,
} from "../../testing/deployed.ts";
import { startTestWorker, until, type TestRequest } from "../../testing/test-worker.ts";

const functions: TestFunction[] = [{ name: "ship", code: "ship", route: "POST /ship", runPolicy: {} }];
const api = "/http/development/one/api";
const otherKey = "fer_key_of_another_caller_0123456789";
const otherTenantKey = "fer_key_of_another_tenant_0123456789";
const narrowKey = "fer_key_of_a_narrow_caller_0123456789";

interface Shown {
  id: string;
  status: string;
  run: { id: string };
  error: { code: string; message: string };
}

describe("the address of a run's state", () => {
  const worker = duringTests(async () => {
    const started = await startTestWorker({ functions });
    const more = { http: [otherKey, {}], tenant: [otherTenantKey, { tenantId: "other" }] } as const;
    for (const [name, [value, change]] of Object.entries(more)) {
      started.feed.say(keyState("http", { id: `key_more_${name}`, sha256: sha256(value), ...change }));
    }
    started.feed.say(keyState("http", { id: "key_narrow", sha256: sha256(narrowKey) }));
    return started;
  });
  const desk = () => worker.feed.startedRuns;
  afterEach(() => desk().fail(0));

  const start = async (headers: TestRequest["headers"] = {}) => {
    const response = await worker.fetch(`${api}/ship`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{}",
    });
    return ((await response.json()) as Shown).run.id;
  };
  const state = (id: string, init: TestRequest = {}) => worker.fetch(`${api}/-/runs/${id}`, init);
  const shown = async (response: Response) => (await response.json()) as Shown;
  /** Everything in which two responses could differ. */
  const seen = async (response: Response) => {
    const headers = [...response.headers].filter(
      ([name]) => !["date", "x-request-id", "content-length"].includes(name),
    );
    const { error } = await shown(response);
    return { status: response.status, headers, error: { code: error.code, message: error.message } };
  };

  test("it tells what the run waits for, and its output when it has ended", async () => {
    const id = await start();
    desk().change({ status: "waiting", waitsFor: "Waits for the event paid.", approvalId: "apr_1" }, id);
    const open = await state(id);
    assert.deepEqual(
      [open.status, await open.json()],
      [
        200,
        {
          id,
          status: "waiting",
          createdAt: "2026-11-27T20:00:00.000Z",
          finishedAt: null,
          waitsFor: "Waits for the event paid.",
          approvalUrl: "http://ferrule.example:8080/approvals/apr_1",
        },
      ],
    );
    assert.deepEqual([open.headers.get("retry-after"), open.headers.get("cache-control")], ["2", "no-store"]);
    const finishedAt = "2026-11-27T20:00:09.000Z";
    desk().change({ status: "succeeded", waitsFor: null, output: '{"ok":[1]}', finishedAt }, id);
    const ended = await state(id);
    const { output, ...rest } = (await ended.json()) as { output: unknown };
    assert.deepEqual(output, { ok: [1] });
    assert.deepEqual(Object.keys(rest), ["id", "status", "createdAt", "finishedAt", "waitsFor"]);
    assert.equal(ended.headers.get("retry-after"), null);
    const head = await state(id, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
    desk().change({ status: "failed", output: null, error: { code: "FUNCTION_ERROR", message: "hunter2" } }, id);
    const { error } = await shown(await state(id));
    assert.deepEqual(error, { code: "FUNCTION_ERROR", message: "The Function failed." });
  });

  test("it tells an error of the Function's own, and of others only what their codes allow", async () => {
    const id = await start();
    const errorOf = async (error: RunReport["error"]) => {
      desk().change({ status: "failed", error }, id);
      return (await shown(await state(id))).error;
    };
    const message = "hunter2";
    for (const code of ["NO_STOCK", "NOT_FOUND", "FUNCTION_ERROR"])
      assert.deepEqual(await errorOf({ code, message, safe: true, status: 409 }), { code, message });
    for (const code of ["STEP_CHANGED", "NOT_FOUND", "FUNCTION_ERROR", "NOT_GRANTED"]) {
      const told = await errorOf({ code, message, safe: false, status: null });
      assert.equal(told.code, code);
      assert.doesNotMatch(told.message, /hunter2/);
    }
  });

  test("a caller may wait for the end, and takes no slot meanwhile", async () => {
    const id = await start();
    const waiting = state(id, { headers: { prefer: "wait=20" } });
    await until("it is held", () => desk().held() === 1);
    assert.equal(worker.serving.slots.running, 0);
    desk().change({ status: "succeeded", output: "7" }, id);
    const response = await waiting;
    assert.equal(response.headers.get("preference-applied"), "wait=20");
    assert.equal(((await response.json()) as { output: number }).output, 7);
  });

  test("a caller that leaves is not waited for", async () => {
    const id = await start();
    const leaving = new AbortController();
    const waiting = state(id, { headers: { prefer: "wait=20" }, signal: leaving.signal });
    await until("it is held", () => desk().held() === 1);
    leaving.abort();
    await assert.rejects(waiting);
    await until("it is held no more", () => desk().held() === 0);
  });

  test("unknown, forged and foreign ids have the same 404", async () => {
    const id = await start();
    const unknown = await seen(await state("run_00000000000000000000000a"));
    assert.deepEqual([unknown.status, unknown.error.code], [404, "NOT_FOUND"]);
    const forged = ["run_1", "RUN_00000000000000000000000A", `${id}x`, `${id}/`, "..%2F..%2Fjobs", "%00", "", "a/b"];
    for (const one of forged) assert.deepEqual(await seen(await state(one)), unknown, one);
    for (const key of [otherKey, otherTenantKey]) {
      assert.deepEqual(await seen(await state(id, { headers: { "x-api-key": key } })), unknown);
      const deleted = await state(id, { method: "DELETE", headers: { "x-api-key": key } });
      assert.deepEqual(await seen(deleted), unknown);
    }
    const mcp = await worker.fetch(`/mcp/development/one/tools/-/runs/${id}`);
    assert.equal(mcp.status, 404);
    assert.equal((await shown(await state(id))).status, "queued");
  });

  test("it needs the endpoint's credential, and a key that may still call the route", async () => {
    const id = await start({ "x-api-key": narrowKey });
    assert.equal((await state(id, { headers: { "x-api-key": undefined } })).status, 401);
    assert.equal((await state(id, { headers: { "x-api-key": narrowKey } })).status, 200);
    worker.feed.say(keyState("http", { id: "key_narrow", sha256: sha256(narrowKey), scopes: ["GET /other"] }));
    await until("the key is narrower", async () => {
      return (await state(id, { headers: { "x-api-key": narrowKey } })).status === 404;
    });
    worker.feed.say({ gone: "key:key_narrow" });
    await until("the key is revoked", async () => {
      return (await state(id, { headers: { "x-api-key": narrowKey } })).status === 401;
    });
  });

  test("another environment and a preview do not show it", async () => {
    const id = await start();
    const digest = worker.publish(functions);
    const active = { deploymentId: "dep_same", digest };
    worker.feed.say(projectState(digest, { active: { development: active, production: active } }));
    worker.feed.say(keyState("http", { id: "key_production", environment: "production" }));
    worker.feed.say(previewState(digest));
    const production = () => worker.fetch(`/http/production/one/api/-/runs/${id}`);
    await until("Production is served", async () => (await production()).status === 404);
    const preview = () =>
      worker.fetch(`/http/preview-pr-7/one/api/-/runs/${id}`, { headers: { "x-api-key": previewKeyValue } });
    await until("the preview is served", async () => (await preview()).status === 404);
    assert.equal((await shown(await production())).error.code, "NOT_FOUND");
    assert.equal((await shown(await preview())).error.code, "NOT_FOUND");
  });

  test("a caller gives its run up once", async () => {
    const id = await start();
    const response = await state(id, { method: "DELETE" });
    assert.deepEqual([response.status, (await shown(response)).status], [202, "cancelled"]);
    const again = await state(id, { method: "DELETE" });
    assert.deepEqual([again.status, (await shown(again)).error.code], [409, "INVALID_STATE"]);
  });

  test("other methods are refused by name, and a page's preflight learns the methods", async () => {
    const post = await state("run_1", { method: "POST", body: "{}" });
    assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD, DELETE, OPTIONS"]);
    worker.feed.say(endpointState("http", {}, { allowedOrigins: ["https://app.example"] }));
    const asked = { origin: "https://app.example", "access-control-request-method": "DELETE" };
    await until("the origin is allowed", async () => {
      return (await state("run_1", { method: "OPTIONS", headers: asked })).status === 204;
    });
    const preflight = await state("run_1", { method: "OPTIONS", headers: asked });
    assert.equal(preflight.headers.get("access-control-allow-methods"), "GET, HEAD, DELETE");
    const exposed = preflight.headers.get("access-control-expose-headers");
    assert.match(exposed ?? "", /location, preference-applied/);
  });

  test("without the control plane it is not known now, and reading it leaves no execution", async () => {
    const id = await start();
    const before = worker.records.length;
    desk().fail(1);
    const response = await state(id);
    assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "5"]);
    assert.equal((await state(id)).status, 200);
    assert.equal(worker.records.length, before);
  });
});
