import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import { addRoute, addTool, createEndpoint, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from "./otlp-receiver.ts";

const theirTrace = "0af7651916cd43dd8448eb211c80319c";
const theirSpan = "b7ad6b7169203331";
const contextOf = (flags: "00" | "01") => `00-${theirTrace}-${theirSpan}-${flags}`;

const sourceOf = (port: number) => `
import { FunctionError, type Context } from "ferrule";
interface Input { topic: string; own?: boolean; fails?: boolean }
/** Reads a topic. */
export default async function read(input: Input, ctx: Context) {
  if (input.fails) throw new FunctionError("NO_TOPIC", "There is none.", { status: 422 });
  await ctx.cache.set("topic", input.topic, { ttlSeconds: 60 });
  const headers: Record<string, string> = input.own ? { traceparent: "00-11111111111111111111111111111111-2222222222222222-01" } : {};
  const answer = await fetch("http://127.0.0.1:${port}/secret-path?key=secret-query", { headers });
  return { status: answer.status, sent: ctx.http?.request.headers.traceparent ?? null };
}`;

const span = (spans: ReceivedSpan[], name: string, service?: string): ReceivedSpan =>
  spans.find((one) => one.name === name && (service === undefined || one.service === service)) ??
  assert.fail(`no span ${name} among ${spans.map((one) => `${one.service}: ${one.name}`).join(", ")}`);

describe("traces", () => {
  let receiver: OtlpReceiver;
  let outside: Server;
  const asked: IncomingHttpHeaders[] = [];
  let platform: TestPlatform;
  let client: Client;
  let mcpUrl: string;
  let httpUrl: string;
  let mcpKey: string;
  let httpKey: string;

  before(async () => {
    receiver = await startOtlpReceiver();
    outside = createServer((request, response) => {
      asked.push(request.headers);
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(outside, "listening");
    const { port } = outside.address() as AddressInfo;
    platform = await startTestPlatform({
      env: {
        EGRESS_ALLOW_PRIVATE: `127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: "x-receiver-key=abc%20def",
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_BSP_SCHEDULE_DELAY: "50",
        TRACES_FOLLOW_CALLERS: "true",
        OTEL_TRACES_SAMPLER_ARG: "0",
        TRACE_URL_TEMPLATE: "https://traces.example/t/{traceId}",
      },
    });
    client = await platform.signInAsOwner();
    await openProject(client);
    const permissions = { secrets: [], hosts: [`http://127.0.0.1:${port}`], collections: [], cache: true };
    const { id: functionId } = await client.createFunction({
      body: { slug: "read", source: sourceOf(port), permissions },
    });
    const mcp = await createEndpoint(client, "mcp", "tools");
    const http = await createEndpoint(client, "http", "api");
    await addTool(client, mcp.id, { functionId, toolName: "read", description: "Reads." });
    await addRoute(client, http.id, { functionId, method: "GET", path: "/topics/{topic}" });
    mcpKey = await issueKey(client, mcp.id);
    httpKey = await issueKey(client, http.id);
    mcpUrl = mcp.urls.development;
    httpUrl = http.urls.development;
    await deploy(client);
  });
  after(async () => {
    await platform?.stop();
    outside.close();
    await receiver.close();
  });

  /** The trace's spans, once they include the last span that each role sends. */
  const traced = (traceId: string, ...last: readonly string[]) =>
    eventually(async () => {
      const spans = receiver.spans.filter((one) => one.traceId === traceId);
      const has = (wanted: string) => spans.some(({ service, name }) => [name, `${service} ${name}`].includes(wanted));
      return last.every(has) ? spans : undefined;
    }, 10_000);
  const callTool = async (args: object, meta: object, headers: Record<string, string> = {}) => {
    const response = await fetch(mcpUrl, {
      method: "POST",
      headers: {
        "x-api-key": mcpKey,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "read", arguments: args, _meta: meta },
      }),
    });
    assert.equal(response.status, 200);
    await response.text();
    return response.headers.get("x-request-id") ?? "";
  };

  test("a caller who asks for no trace has their context passed on to what the Function requests, and no spans", async () => {
    const context = { traceparent: contextOf("00"), tracestate: "v=2" };
    const headers = { "x-api-key": httpKey, ...context };
    for (const call of [
      async () => (await fetch(`${httpUrl}/topics/x`, { headers })).headers.get("x-request-id") ?? "",
      () => callTool({ topic: "x" }, {}, context),
      () => callTool({ topic: "x" }, context),
    ]) {
      const execution = await executionOf(client, await call());
      const { traceparent, tracestate } = asked.at(-1) ?? {};
      assert.deepEqual([traceparent, tracestate, execution.traceId], [context.traceparent, "v=2", undefined]);
    }
    await callTool({ topic: "x", own: true }, context);
    assert.match(String(asked.at(-1)?.["traceparent"]), /^00-1{32}-/);
    assert.ok(!receiver.spans.some(({ parentSpanId }) => parentSpanId === theirSpan), "nothing was sampled");
  });

  test("a call that its caller traces is one trace from the gateway to the statement, and names no value", async () => {
    const url = `${httpUrl}/topics/secret-argument?own=false`;
    const response = await fetch(url, {
      headers: { "x-api-key": httpKey, traceparent: contextOf("01"), tracestate: "v=1" },
    });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 200, sent: contextOf("01") });
    const spans = await traced(
      theirTrace,
      "GET /http",
      `ferrule-worker GET ${new URL(httpUrl).pathname}/topics/{topic}`,
      "ferrule-control-plane cache.set",
    );
    const path = new URL(httpUrl).pathname;
    const gateway = span(spans, "GET /http", "ferrule-gateway");
    const route = span(spans, `GET ${path}/topics/{topic}`, "ferrule-worker");
    const run = span(spans, "execute read", "ferrule-worker");
    const asking = span(spans, "cache.set", "ferrule-worker");
    const answering = span(spans, "cache.set", "ferrule-control-plane");
    const statement = spans.find(({ attributes }) => attributes["db.system.name"] === "postgresql") ?? assert.fail();
    const request = span(spans, "GET", "ferrule-worker");
    assert.equal(gateway.parentSpanId, theirSpan);
    assert.equal(route.parentSpanId, gateway.spanId);
    assert.equal(run.parentSpanId, route.spanId);
    assert.equal(asking.parentSpanId, run.spanId);
    assert.equal(answering.parentSpanId, asking.spanId);
    assert.equal(statement.parentSpanId, answering.spanId);
    assert.equal(statement.service, "ferrule-control-plane");
    assert.equal(request.parentSpanId, run.spanId);
    assert.equal(request.attributes["server.address"], "127.0.0.1");
    assert.equal(asked.at(-1)?.["traceparent"], `00-${theirTrace}-${request.spanId}-01`);
    assert.equal(asked.at(-1)?.["tracestate"], "v=1");
    const text = JSON.stringify(spans);
    for (const hidden of ["secret-argument", "secret-path", "secret-query", httpKey, "own=false"])
      assert.ok(!text.includes(hidden), hidden);
    assert.equal(receiver.headers.at(-1), "abc def");
    const execution = await executionOf(client, response.headers.get("x-request-id") ?? "");
    assert.equal(execution.traceId, theirTrace);
    assert.equal(execution.traceUrl, `https://traces.example/t/${theirTrace}`);
  });

  test("a scraper that asks for OpenMetrics gets exemplars, and another one the usual text", async () => {
    const { port } = platform.gateway.listening;
    const scrape = async (accept: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { accept } });
      return `${response.headers.get("content-type")}\n${await response.text()}`;
    };
    const [open, usual] = await Promise.all([
      scrape("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5"),
      scrape("text/plain"),
    ]);
    assert.match(open, /^application\/openmetrics-text/);
    assert.match(open, new RegExp(`request_duration_seconds_bucket\\{.*\\} \\d+ # \\{trace_id="${theirTrace}"\\}`));
    assert.match(open, /^ferrule_gateway_requests_total\{/m);
    assert.match(open, /# EOF\n$/);
    assert.match(usual, /^text\/plain/);
    assert.match(usual, /^ferrule_gateway_requests_total\{/m);
    assert.ok(!usual.includes("trace_id"));
    // A registry keeps its counters' names in both formats.
    assert.match(await scrape("text/plain"), /^ferrule_gateway_requests_total\{/m);
  });

  test("a tool's call belongs to the step that its client names in _meta, and a failed tool has failed", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    await callTool({ topic: "x", fails: true }, { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    const tool = span(await traced(trace, "tools/call read"), "tools/call read");
    assert.equal(tool.parentSpanId, "00f067aa0ba902b7");
    assert.equal(tool.attributes["mcp.method.name"], "tools/call");
    assert.equal(tool.attributes["gen_ai.tool.name"], "read");
    assert.equal(tool.attributes["error.type"], "tool_error");
    assert.equal(tool.status?.code, 2);
  });

  test("a context of the client's step and one of its request meet: the step is the parent, the request is linked", async () => {
    const trace = "5bf92f3577b34da6a3ce929d0e0e4736";
    const meta = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await callTool({ topic: "x" }, meta, { traceparent: "00-6bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b8-01" });
    const tool = span(await traced(trace, "tools/call read"), "tools/call read");
    const gateway = span(await traced("6bf92f3577b34da6a3ce929d0e0e4736", "POST /mcp"), "POST /mcp");
    assert.equal(tool.parentSpanId, "00f067aa0ba902b7");
    assert.deepEqual(
      tool.links?.map(({ spanId }) => spanId),
      [gateway.spanId],
    );
  });

  test("a Function's own context is left alone", async () => {
    await fetch(`${httpUrl}/topics/x?own=true`, { headers: { "x-api-key": httpKey, traceparent: contextOf("01") } });
    assert.equal(asked.at(-1)?.["traceparent"], "00-11111111111111111111111111111111-2222222222222222-01");
  });

  test("what is not sampled, is no context, or claims to come from a role, leaves no trace and breaks nothing", async () => {
    const requestIds: string[] = [];
    const contexts = ["00-0-0-01", "x".repeat(4_000), "00-00000000000000000000000000000000-0000000000000000-01"];
    for (const traceparent of contexts) {
      const headers = { "x-api-key": httpKey, traceparent, "x-ferrule-traceparent": contextOf("01") };
      const response = await fetch(`${httpUrl}/topics/x`, { headers });
      assert.equal(response.status, 200);
      requestIds.push(response.headers.get("x-request-id") ?? "");
      const execution = await executionOf(client, requestIds.at(-1) ?? "");
      assert.equal(execution.traceId, undefined);
      assert.equal(execution.traceUrl, null);
      assert.equal(asked.at(-1)?.["traceparent"], undefined);
    }
    requestIds.push(await callTool({ topic: "x" }, { traceparent: 7, tracestate: {} }));
    // A traced call after the others: their spans would have arrived before its own.
    const trace = "7bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { "x-api-key": httpKey, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await fetch(`${httpUrl}/topics/x`, { headers });
    await traced(trace, "GET /http");
    const named = new Set(receiver.spans.map(({ attributes }) => attributes["ferrule.request_id"]));
    assert.deepEqual(
      requestIds.filter((id) => named.has(id)),
      [],
    );
  });

  test("a receiver that takes nothing slows no call, and what is lost is counted", async () => {
    receiver.state.mode = "refuses";
    for (let call = 0; call < 20; call += 1) {
      const headers = { "x-api-key": httpKey, traceparent: contextOf("01") };
      assert.equal((await fetch(`${httpUrl}/topics/x`, { headers })).status, 200);
    }
    const { port } = platform.gateway.listening;
    const lost = await eventually(async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return /^ferrule_spans_total\{outcome="failed",role="gateway"\} [1-9]/m.test(text) ? text : undefined;
    }, 10_000);
    assert.match(lost, /outcome="dropped"/);
    receiver.state.mode = "takes";
  });
});
