import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { sha256 } from "../../deployed/endpoints/artifacts/artifact-digest.ts";
import { endpointState, keyState, keyValue, projectState } from "../../testing/deployed.ts";
import { legacy } from "../../testing/rpc.ts";
import { internalToken, startTestWorker, until, type TestWorker } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const codeOf = async (answer: Response): Promise<string> => {
  const { error } = (await answer.json()) as { error: { code: string | number; data?: { code: string } } };
  return `${answer.status} ${error.data?.code ?? error.code}`;
};

/** The response of both kinds of endpoint to the same caller, with these `headers` and this state. */
async function both(worker: TestWorker, headers: Record<string, string | undefined> = {}): Promise<string[]> {
  const mcp = await worker.post(legacy("tools/call", { name: "plain" }), headers);
  const http = await worker.fetch("/http/development/one/api/fails", { headers });
  return [await codeOf(mcp), await codeOf(http)];
}

const everywhere = (code: string) => [code, code];
const foreign = { origin: "https://evil.example", "x-api-key": "wrong" };
const disabled = (kind: "mcp" | "http") => endpointState(kind, { status: "disabled" });
const forever = () => new Promise<never>(() => {});

describe("the order of checks", () => {
  test("unknown, archived or undeployed come before the origin", async () => {
    await using worker = await startTestWorker();
    await until("it is known", async () => (await both(worker, foreign)).every((code) => code === "404 NOT_DEPLOYED"));
    const digest = await worker.deploy(tools);
    assert.equal(
      await codeOf(await worker.fetch("/mcp/development/one/nobody", { headers: foreign })),
      "404 NOT_FOUND",
    );
    assert.equal(
      await codeOf(await worker.fetch("/http/development/one/tools/x", { headers: foreign })),
      "404 NOT_FOUND",
    );
    assert.equal(await codeOf(await worker.fetch("/mcp/production/one/tools")), "404 NOT_DEPLOYED");
    worker.feed.say(projectState(digest, { status: "archived" }));
    await until("it is archived", async () => (await both(worker)).every((code) => code === "404 NOT_FOUND"));
  });
  test("the origin before the credential, the credential before disabled, disabled before the rate", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    worker.feed.say(disabled("mcp"));
    worker.feed.say(disabled("http"));
    await until("they are disabled", async () =>
      (await both(worker)).every((code) => code === "403 ENDPOINT_DISABLED"),
    );
    assert.deepEqual(await both(worker, foreign), everywhere("403 FORBIDDEN"));
    assert.deepEqual(await both(worker, { "x-api-key": "wrong" }), everywhere("401 API_KEY_INVALID"));
    assert.ok(
      worker.records.every(({ status, error }) => status === "rejected" && error?.code === "ENDPOINT_DISABLED"),
    );
  });
  test("a stop in one environment answers 503 in place of disabled, behind the credential, and ends", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    for (const kind of ["mcp", "http"] as const) {
      const state = endpointState(kind, { status: "disabled" });
      const { development, production } = state.policies;
      worker.feed.say({ ...state, policies: { production, development: { ...development, stopped: true } } });
    }
    await until("they are stopped", async () => (await both(worker)).every((code) => code === "503 ENDPOINT_STOPPED"));
    assert.deepEqual(await both(worker, { "x-api-key": "wrong" }), everywhere("401 API_KEY_INVALID"));
    const { status, error } = worker.records.at(-1) ?? {};
    assert.deepEqual([status, error?.code], ["rejected", "ENDPOINT_STOPPED"]);
    for (const kind of ["mcp", "http"] as const) worker.feed.say(endpointState(kind));
    await until("it goes on", async () => {
      const { status } = await worker.fetch("/http/development/one/api/fails");
      return status !== 503;
    });
  });
  test("the rate before the body, the body before the arguments, the arguments before the slot", async () => {
    const settings = { runtimeConcurrency: 1 };
    await using worker = await startTestWorker({
      functions: tools,
      behaviours: { ...behaviours, waits: forever },
      settings,
      slotWaitMs: 20,
    });
    const echo = (body: string, type = "application/json") =>
      worker.fetch("/http/development/one/api/echo", { method: "POST", body, headers: { "content-type": type } });
    void worker.post(legacy("tools/call", { name: "waits" })).catch(() => {});
    await until("the slot is taken", () => worker.serving.slots.running === 1);
    assert.equal(await codeOf(await echo("{", "text/plain")), "415 UNSUPPORTED_MEDIA_TYPE");
    assert.equal(await codeOf(await echo("{")), "400 MALFORMED_JSON");
    assert.equal(await codeOf(await echo("{}")), "400 INPUT_INVALID");
    const full = await echo('{"text":"hi"}');
    assert.deepEqual(
      [full.headers.get("x-ferrule-not-started"), full.headers.get("retry-after"), await codeOf(full)],
      ["busy", "1", "503 OVERLOADED"],
    );
    const tool = await worker.post(legacy("tools/call", { name: "echo", arguments: { text: "hi" } }));
    assert.equal(tool.headers.get("x-ferrule-not-started"), "busy");
    assert.equal(await codeOf(tool), "503 OVERLOADED");
    const overloaded = () => worker.records.filter(({ error }) => error?.code === "OVERLOADED").length;
    assert.equal(overloaded(), 2);
    // The worker that the gateway asks next must record the call. An item of a batch is different: no other worker is
    // asked for it.
    const offeredOn = { "x-ferrule-offered-on": "1" };
    const echoTool = legacy("tools/call", { name: "echo", arguments: { text: "hi" } });
    assert.equal(await codeOf(await worker.post(echoTool, offeredOn)), "503 OVERLOADED");
    assert.equal(overloaded(), 2);
    await (await worker.post([echoTool], offeredOn)).text();
    assert.equal(overloaded(), 3);
    const limits = { requestsPerMinute: 1, maxBodyBytes: 1_024 };
    worker.feed.say(endpointState("http", { limits }));
    await until("the limit is live", async () => (await codeOf(await echo("{", "text/plain"))) === "429 RATE_LIMITED");
  });
});

describe("the worker's listener", () => {
  test("notes on an execution how long the gateway says that it held the call", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    const echo = legacy("tools/call", { name: "echo", arguments: { text: "hi" } });
    for (const said of ["12.5", undefined, "soon", "-1", "Infinity"])
      await (await worker.post(echo, { "x-ferrule-held-ms": said })).text();
    assert.deepEqual(
      worker.records.map(({ gatewayMs }) => gatewayMs),
      [12.5, null, null, null, null],
    );
  });

  test("401 without the gateway's token, before anything else is said", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    for (const path of ["/mcp/development/one/tools", "/http/development/one/api/fails", "/mcp", "/http/x"]) {
      for (const token of [undefined, "wrong", `${internalToken}x`, internalToken.replace("i", "j")]) {
        const answer = await worker.fetch(path, { headers: { "x-internal-token": token } });
        assert.equal(await codeOf(answer), "401 UNAUTHENTICATED");
        assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
      }
    }
  });
  test("either value of the gateway's token is accepted while one replaces the other", async () => {
    const tokens = ["the newer token of this test", internalToken];
    await using worker = await startTestWorker({
      functions: tools,
      behaviours,
      settings: { internalApiTokens: tokens },
    });
    const status = async (token: string) =>
      (await worker.post(legacy("tools/list", {}), { "x-internal-token": token })).status;
    assert.deepEqual(await Promise.all([...tokens, tokens.join(",")].map(status)), [200, 200, 401]);
  });

  test("ready tells the load; a draining worker is unready and begins nothing", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    const ready = await worker.fetch("/ready");
    assert.deepEqual(await ready.json(), { status: "ready", load: { running: 0, waiting: 0, capacity: 64 } });
    let end: (() => void) | undefined;
    const stays = new Promise<string>((resolve) => {
      end = () => resolve("done");
    });
    await using slow = await startTestWorker({ functions: tools, behaviours: { plain: () => stays } });
    // Two requests on one connection: the first runs when the drain begins, the second comes after that.
    const pipe = connect(slow.serving.port, "127.0.0.1").setEncoding("utf8");
    let received = "";
    pipe.on("data", (text: string) => (received += text));
    const body = JSON.stringify(legacy("tools/call", { name: "plain" }));
    const shared = `host: x\r\nx-internal-token: ${internalToken}\r\nx-api-key: ${keyValue}\r\n`;
    const typed = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    pipe.write(`POST /mcp/development/one/tools HTTP/1.1\r\n${shared}${typed}\r\n${body}`);
    await until("the call runs", () => slow.serving.slots.running === 1);
    slow.serving.drain();
    pipe.write(`GET /http/development/one/api/fails HTTP/1.1\r\n${shared}\r\n`);
    end?.();
    await once(pipe, "close");
    const [first, second] = received.split(/(?=HTTP\/1\.1 )/);
    assert.match(first ?? "", /^HTTP\/1.1 200 [^]*"text":"done"/);
    assert.match(second ?? "", /^HTTP\/1.1 503 [^]*x-ferrule-not-started: unavailable\r\n[^]*connection: close\r\n/i);
  });
  test("metrics count calls, and hold neither names of tenants nor of keys", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    await worker.post(legacy("tools/call", { name: "plain" }));
    const text = await (await worker.fetch("/metrics")).text();
    assert.match(text, /ferrule_worker_executions_total\{source="mcp",status="succeeded",role="worker"\} 1/);
    assert.match(text, /ferrule_worker_requests_total\{prefix="mcp",status="200",role="worker"\} 1/);
    assert.match(text, /ferrule_worker_feed_stale_seconds/);
    assert.doesNotMatch(text, /acme|key_mcp/);
  });
});

describe("keys", () => {
  test("one of another endpoint or another environment never opens", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    const digest = await worker.deploy(tools);
    const active = { deploymentId: "dep_both", digest };
    worker.feed.say(projectState(digest, { active: { development: active, production: active } }));
    worker.feed.say(keyState("http", { sha256: sha256("fer_http_only") }));
    const mcpWith = (key: string, environment: string) =>
      worker.fetch(`/mcp/${environment}/one/tools`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify(legacy("ping")),
      });
    await until("production is live", async () => (await mcpWith(keyValue, "production")).status === 401);
    assert.equal((await mcpWith(keyValue, "development")).status, 200);
    assert.equal((await mcpWith("fer_http_only", "development")).status, 401);
  });
  test("an expired one does not open; one before its rotation opens until its time is over", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    const soon = new Date(Date.now() + 400).toISOString();
    const previous = { sha256: sha256("fer_before"), until: soon };
    worker.feed.say(keyState("mcp", { sha256: sha256("fer_after"), previous }));
    const statusWith = async (key: string) => (await worker.post(legacy("ping"), { "x-api-key": key })).status;
    await until("the new one opens", async () => (await statusWith("fer_after")) === 200);
    assert.equal(await statusWith(keyValue), 401);
    await until("the old one is over", async () => (await statusWith("fer_before")) === 401);
    assert.ok(Date.now() >= Date.parse(soon));
    worker.feed.say(keyState("mcp", { expiresAt: "2020-01-01T00:00:00.000Z" }));
    await until("the key has expired", async () => (await statusWith(keyValue)) === 401);
  });
  test("with the caller mode none everybody calls as tenant default", async () => {
    await using worker = await startTestWorker({ functions: tools, behaviours });
    worker.feed.say(endpointState("mcp", {}, { callerMode: "none" }));
    const anonymous = () => worker.post(legacy("tools/call", { name: "plain" }), { "x-api-key": undefined });
    await until("the policy is live", async () => (await anonymous()).status === 200);
    const record = worker.records.at(-1);
    assert.deepEqual([record?.tenantId, record?.caller.kind], ["default", "anonymous"]);
  });
});
