import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { endpointManifest } from "@ferrule/contract/internal/endpoint-manifest.ts";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { internalRouteNames, internalRoutes, type InternalRouteName } from "@ferrule/contract/internal/routes.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { startAuthor } from "../../testing/author.ts";
import { connectWorker } from "./testing/connect-worker.ts";
import { startScene } from "./testing/start-scene.ts";

const scene = duringTests(() => startScene({ holdMs: 20_000 }));
let workerToken: string;
let internalToken: string;
before(async () => {
  ({
    workerApiTokens: [workerToken],
    internalApiTokens: [internalToken],
  } = scene.plane.settings);
});

const digest = "a".repeat(64);
const isShared = (name: InternalRouteName) => "token" in internalRoutes[name];
const codeOf = (body: Record<string, unknown>) => (body["error"] as { code: string } | undefined)?.code;

test("refuses every worker route without the worker token, the gateway's token included", async () => {
  assert.deepEqual(internalRouteNames.filter(isShared), ["getEndpointManifest"]);
  for (const name of internalRouteNames) {
    if (isShared(name)) continue;
    const { method, path } = internalRoutes[name];
    for (const [worker, internal] of [
      ["", ""],
      [`${workerToken}x`, ""],
      ["", internalToken],
    ]) {
      const headers = { "x-worker-token": worker ?? "", "x-internal-token": internal ?? "" };
      const sent = method === "GET" ? undefined : {};
      const { status, body, headers: answered } = await scene.worker().call(method, path, sent, headers);
      assert.equal(status, 401, `${method} ${path}`);
      assert.equal(codeOf(body), "UNAUTHENTICATED");
      assert.equal((body["error"] as { requestId: string }).requestId, answered.get("x-request-id"));
    }
  }
});

test("either value of a token is accepted while one replaces the other, and never both in one header", async () => {
  const [newer, older] = ["the newer worker token of this test", "the older worker token of this test"] as const;
  await using plane = await startTestControlPlane({ workerApiTokens: [newer, older] });
  const worker = connectWorker(plane.internalUrl, newer, "wrk_rotating");
  const status = async (token: string) =>
    (await worker.call("POST", "/internal/bundles/missing", { digests: [] }, { "x-worker-token": token })).status;
  assert.deepEqual(
    await Promise.all([newer, older, `${newer},${older}`, workerToken].map(status)),
    [200, 200, 401, 401],
  );
});

test("answers malformed and ill-shaped messages with 400 in the one error shape", async () => {
  const worker = scene.worker();
  const broken = await worker.call("POST", "/internal/executions", "{");
  assert.deepEqual([broken.status, codeOf(broken.body)], [400, "MALFORMED_JSON"]);
  const shaped = await worker.call("POST", "/internal/jobs/claim", { workerId: "w", kinds: [], more: 1 });
  assert.deepEqual([shaped.status, codeOf(shaped.body)], [400, "VALIDATION_ERROR"]);
  const since = await worker.call("GET", "/internal/changes?since=-1");
  assert.equal(since.status, 400);
  const none = await worker.call("GET", `/internal/artifacts/${digest}`);
  assert.deepEqual([none.status, codeOf(none.body)], [404, "NOT_FOUND"]);
});

test("keeps a bundle by the digest of its code, and refuses one whose code has another", async () => {
  const worker = scene.worker();
  const code = "export default () => 42;";
  const right = createHash("sha256").update(code).digest("hex");
  const keep = (named: string) =>
    worker.call("POST", "/internal/bundles", { bundles: [{ digest: named, code, sourceMap: "{}" }] });
  for (const wrong of [digest, "../../observed/executions"]) assert.equal((await keep(wrong)).status, 400);
  assert.deepEqual((await worker.call("POST", "/internal/bundles/missing", { digests: [right, digest, right] })).body, {
    missing: [right, digest],
  });
  for (const _ of [1, 2]) assert.equal((await keep(right)).status, 204);
  assert.deepEqual((await worker.call("POST", "/internal/bundles/read", { digests: [right] })).body, {
    bundles: [{ digest: right, code, sourceMap: "{}" }],
  });
  assert.deepEqual((await worker.call("POST", "/internal/bundles/missing", { digests: [right, digest] })).body, {
    missing: [digest],
  });
});

test("refuses a bundle over 10 MiB", async () => {
  const code = "x".repeat(10 * 1_048_576 + 1);
  const right = createHash("sha256").update(code).digest("hex");
  const { status, body } = await scene
    .worker()
    .call("POST", "/internal/bundles", { bundles: [{ digest: right, code, sourceMap: "" }] });
  assert.deepEqual([status, codeOf(body)], [413, "PAYLOAD_TOO_LARGE"]);
});

test("answers an endpoint's manifest to the internal token: what is served, the live policy, names of secrets", async () => {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("orders");
  const path = `/internal/runtime-endpoints/${endpointId}/manifest?environment=development`;
  const asGateway = { "x-worker-token": "", "x-internal-token": internalToken };
  const worker = scene.worker();
  const before = await worker.call("GET", path, undefined, asGateway);
  assert.deepEqual([before.status, codeOf(before.body)], [404, "NOT_DEPLOYED"]);
  await author.bindTool(endpointId, await author.addFunction("look-up", { secrets: ["TOKEN"] }), "look_up");
  await author.addFunction("unbound");
  const { id } = await author.deploy();
  const job = (await worker.claim(["build"])) as BuildJob;
  await worker.complete(job, await worker.build(job));

  assert.equal((await worker.call("GET", path, undefined, { "x-worker-token": "" })).status, 401);
  const answered = await worker.call("GET", path, undefined, asGateway);
  const manifest = endpointManifest.parse(answered.body);
  assert.equal(manifest.deploymentId, id);
  assert.deepEqual(
    manifest.tools.map(({ toolName }) => toolName),
    ["look_up"],
  );
  assert.deepEqual(
    manifest.functions.map(({ slug }) => slug),
    ["look-up"],
  );
  assert.deepEqual(manifest.secretNames, ["TOKEN"]);
  assert.equal(manifest.policy.callerMode, "api-key");
  assert.equal((await worker.call("GET", path)).status, 200);
  const production = await worker.call("GET", path.replace("development", "production"));
  assert.deepEqual([production.status, codeOf(production.body)], [404, "NOT_DEPLOYED"]);
  const unknown = await worker.call("GET", "/internal/runtime-endpoints/ep_none/manifest");
  assert.deepEqual([unknown.status, codeOf(unknown.body)], [404, "NOT_FOUND"]);
});

test("answers what it holds at once when the process drains", { timeout: 60_000 }, async () => {
  const replica = await scene.addReplica();
  const worker = scene.worker("wrk_draining", replica.internalUrl);
  const { body } = await worker.call("GET", "/internal/changes");
  const { sequence, epoch } = body as { sequence: number; epoch: string };
  const arrived: unknown[] = [];
  const count = (message: unknown) => void arrived.push(message);
  subscribe("http.server.request.start", count);
  const held = Promise.all([
    worker.claim(["validate"]),
    worker.call("GET", `/internal/changes?since=${sequence}&epoch=${epoch}`),
  ]);
  while (arrived.length < 2) await delay(5);
  unsubscribe("http.server.request.start", count);
  const startedAt = performance.now();
  await replica[Symbol.asyncDispose]();
  const [job, page] = await held;
  assert.equal(job, null);
  assert.deepEqual(page.body["items"], []);
  assert.ok(performance.now() - startedAt < 15_000, "not after the 20 s of a held request");
});
