import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { endpointState, keyState, previewState } from "../../../testing/deployed.ts";
import { sha256 } from "../artifact-digest.ts";
import { announce, call, named, place, preview, startWorker, statusOf } from "../../../testing/previews.ts";

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
