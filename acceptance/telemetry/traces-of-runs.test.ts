import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { deploy, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";
import { startOtlpReceiver, type OtlpReceiver } from "./otlp-receiver.ts";

const source = `import type { RunContext } from "ferrule";
export const config = { run: "durable" };
export default async function nap(_input: object, ctx: RunContext) {
  await ctx.step("one", () => 1);
  await ctx.sleep("first nap", 100);
  await ctx.sleep("second nap", 100);
  return ctx.run.attempt;
}`;

describe("the trace of a durable run", () => {
  let receiver: OtlpReceiver;
  let platform: TestPlatform;
  let client: Client;
  let functionId: string;

  before(async () => {
    receiver = await startOtlpReceiver();
    platform = await startTestPlatform({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_BSP_SCHEDULE_DELAY: "50",
        OTEL_TRACES_SAMPLER_ARG: "1",
      },
    });
    client = await platform.signInAsOwner();
    await openProject(client);
    ({ id: functionId } = await client.createFunction({ body: { slug: "nap", source, run: "durable" } }));
    const body = { functionId, name: "Naps", schedule: "0 0 29 2 *", input: {} };
    const { id: cronBindingId } = await client.createCronBinding({ body });
    await deploy(client);
    await client.startRun({ body: { functionId, input: {} } });
    await client.runCronBinding({ params: { cronBindingId } });
  });
  after(async () => {
    await platform?.stop();
    await receiver?.close();
  });

  const endedRun = (source: "console" | "cron") =>
    eventually(async () => {
      const { items } = await client.listRuns({ query: { environment: "development", functionId, mode: "durable" } });
      return items.find((run) => run.source === source && run.finishedAt !== null);
    }, 60_000);

  for (const source of ["console", "cron"] as const) {
    test(`that ${source === "cron" ? "a cron" : "a person"} has started has all its attempts`, async () => {
      const run = await endedRun(source);
      assert.deepEqual([run.status, run.attempt], ["succeeded", 3]);
      const attempts = await eventually(async () => {
        const found = receiver.spans.filter(({ attributes }) => attributes["ferrule.run_attempt"] !== undefined);
        const its = found.filter(({ attributes }) => attributes["ferrule.run_id"] === run.id);
        return its.length === run.attempt ? its : undefined;
      }, 30_000);
      assert.deepEqual(new Set(attempts.map(({ name }) => name)), new Set(["execute nap"]));
      assert.equal(new Set(attempts.map(({ traceId }) => traceId)).size, 1);
      const [parentId, ...others] = new Set(attempts.map(({ parentSpanId }) => parentSpanId));
      assert.deepEqual(others, []);
      const parent = receiver.spans.find(({ spanId }) => spanId === parentId) ?? assert.fail("it has no start");
      assert.equal(parent.traceId, attempts[0]?.traceId);
      assert.equal(parent.service, source === "cron" ? "ferrule-worker" : "ferrule-control-plane");
      const { items } = await client.listExecutions({ query: { runId: run.id } });
      const { traceId } = await client.getExecution({ params: { executionId: items[0]?.id ?? "" } });
      assert.equal(traceId, parent.traceId);
    });
  }
});
