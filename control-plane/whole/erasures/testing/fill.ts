import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { cacheWorker } from "../../../data/cache/testing/cache-worker.ts";
import { record, report, reportRunning, runningCall } from "../../../observed/executions/testing/reports.ts";
import { sendHostCalls } from "../../../doors/internal/testing/connect-host-calls.ts";
import type { Scene } from "../../../doors/internal/testing/start-scene.ts";
import type { Author } from "../../../testing/author.ts";

interface Whose {
  tenantId: string;
  caller: Caller;
}
const digest = () => createHash("sha256").update(randomUUID()).digest("base64url");

/** Stores an answer for an `Idempotency-Key` of the request with this id. */
async function keepAnswer({ plane }: Scene, projectId: string, requestId: string, tenantId: string): Promise<void> {
  const [place, request, holder] = [digest(), digest(), randomUUID()];
  const common = {
    environment: "development",
    tenantId,
    functionId: "fn_1",
    endpointId: "ep_1",
    executionId: requestId,
  };
  for (const [name, argument] of [
    ["begin", { place, request, holder, leaseMs: 60_000 }],
    ["end", { place, holder, answer: JSON.stringify({ tenantId }) }],
  ] as const) {
    const calls = [{ ...common, name: `idempotency.${name}`, argument }] as never;
    const [result] = await sendHostCalls(plane.internalUrl, plane.settings.workerApiTokens[0], { projectId, calls });
    assert.ok(result?.ok, JSON.stringify(result));
  }
}

async function deliver(scene: Scene, { projectId }: Author, endpointId: string, whose: Whose): Promise<void> {
  const body = Buffer.from(JSON.stringify(whose)).toString("base64");
  const request = { method: "POST", path: "/hooks", query: "", headers: {}, url: "http://x/hooks", body };
  const delivery = {
    id: identifier("dlv"),
    projectId,
    environment: "development",
    endpointId,
    bindingId: identifier("htb"),
    functionId: identifier("fn"),
    route: "POST /hooks",
    ...whose,
    requestId: identifier("req"),
    deliveryKey: `order of ${whose.tenantId}`,
    fingerprint: createHash("sha256").update(randomUUID()).digest("hex"),
    rememberSeconds: 60,
    maxAttempts: 2,
    backoffMs: 0,
    horizonSeconds: 3_600,
    receivedAt: Date.now(),
    size: 6,
    request: JSON.stringify(request),
  };
  const { status } = await scene.worker().ask("storeDeliveries", { deliveries: [delivery] });
  assert.equal(status, 200);
}

async function useLimits(scene: Scene, { projectId }: Author, endpointId: string, { tenantId, caller }: Whose) {
  const common = {
    projectId,
    limit: 60,
    owed: 0,
    need: 1,
    wants: 0,
    back: 0,
  };
  const quota = {
    endpointId,
    environment: "development",
    by: "tenant",
    period: "day",
    subject: tenantId,
    name: tenantId,
  };
  const known = createHash("sha256")
    .update(JSON.stringify([caller.issuer, caller.subject]))
    .digest("hex");
  const ofCaller = { ...quota, by: "caller", subject: known, name: caller.email };
  const asks = [quota, ofCaller].map((of) => ({ ...common, id: randomUUID(), quota: of }));
  const { status, body } = await scene.worker().ask("askLimits", { asks });
  assert.equal(status, 200, JSON.stringify(body));
}

/** Leaves traces of a tenant and a caller in every place that keeps any, through the doors of people and workers. */
export async function fill(scene: Scene, author: Author, whose: Whose): Promise<void> {
  const { projectId, client, addFunction, addEndpoint } = author;
  const { tenantId, caller } = whose;
  const name = `of-${randomUUID().slice(0, 8)}`;
  const functionId = await addFunction(name);
  const endpointId = await addEndpoint(name, "http");
  await client.createApiKey({ params: { endpointId }, body: { name: "key", environment: "development", tenantId } });
  const cron = { functionId, name: `cron-${name}`, schedule: "0 0 1 1 *", tenantId, enabled: false };
  await client.createCronBinding({ body: cron });
  const schema = { type: "object", properties: { of: { type: "string" } } };
  const { id: collectionId } = await client.createDataCollection({ body: { name, schema } });
  for (const text of [tenantId, caller.name]) {
    const body = { environment: "development", tenantId, data: { of: text } } as const;
    await client.createRecord({ params: { collectionId }, body });
  }
  await cacheWorker(scene.plane, projectId).set("key", { of: tenantId }, { tenantId });
  const error = { code: "FUNCTION_ERROR", message: `No order of ${tenantId}.`, stack: `at ${name} (x.ts:1)` };
  const keyed = record(projectId, { ...whose, endpointId, input: { of: tenantId, by: caller.email ?? null } });
  await report(scene.worker(), [keyed, record(projectId, { ...whose, status: "failed", error, functionId })]);
  await keepAnswer(scene, projectId, keyed.requestId, tenantId);
  await reportRunning(scene.worker(), [runningCall(projectId, { tenantId })]);
  await deliver(scene, author, endpointId, whose);
  await useLimits(scene, author, endpointId, whose);
}
