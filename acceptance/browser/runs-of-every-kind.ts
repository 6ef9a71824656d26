import assert from "node:assert/strict";
import type { Client } from "@ferrule/contract/client.ts";
import { addRoute, createEndpoint, createFunction, issueKey, keepCalled } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { capturing, reporting, settling } from "./durable-functions.ts";

/** Functions of every kind that fail while a payment provider is down: a durable one, a cron's, and a delivery's. */
export async function prepareDownKinds(client: Client) {
  const settle = await createFunction(client, "settle-payment", settling);
  await keepCalled(client, settle);
  const permissions = { secrets: [], hosts: [], collections: [], cache: true };
  const report = await client.createFunction({ body: { slug: "report-payments", source: reporting, permissions } });
  const cron = { functionId: report.id, name: "Report payments", schedule: "0 3 29 2 *" };
  const { id: cronBindingId } = await client.createCronBinding({ body: cron });
  const capture = await createFunction(client, "capture-payment", capturing);
  const { id: endpointId, urls } = await createEndpoint(client, "http", "payments");
  const route = { functionId: capture, method: "POST" as const, path: "/captured", bodyProperty: "event" };
  const delivery = { maxAttempts: 1, idFrom: "body" as const, idName: "/id" };
  await addRoute(client, endpointId, { ...route, delivery });
  return { settle, cronBindingId, url: `${urls.development}/captured`, key: await issueKey(client, endpointId) };
}

/**
 * Lets so many durable runs and as many deliveries fail for one cause, and one run of a cron. Returns how many runs have
 * failed.
 */
export async function failOfEveryKind(
  client: Client,
  { settle, cronBindingId, url, key }: Awaited<ReturnType<typeof prepareDownKinds>>,
  each: number,
): Promise<number> {
  for (let at = 0; at < each; at += 1) {
    const input = { orderId: `s-${at}`, amount: 20 + at };
    await client.startRun({ body: { functionId: settle, environment: "development", input } });
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ id: `evt_${at}` }) });
    assert.equal(answer.status, 202, await answer.text());
  }
  await client.runCronBinding({ params: { cronBindingId } });
  const all = 2 * each + 1;
  await eventually(async () => {
    const { counts } = await client.countRuns({ query: { environment: "development", errorCode: "PROVIDER_DOWN" } });
    return counts.failed.count === all || undefined;
  }, 120_000);
  return all;
}
