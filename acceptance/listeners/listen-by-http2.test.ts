import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientHttp2Session } from "node:http2";
import { startGateway } from "@ferrule/gateway/start-gateway.ts";
import { http2Client, makeCertificate } from "@ferrule/gateway/tls/testing.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { keyValue, previewKeyValue, previewState } from "@ferrule/worker/testing/deployed.ts";
import { modern } from "@ferrule/worker/testing/rpc.ts";
import {
  internalToken,
  publicUrl,
  startTestWorker,
  until,
  type TestWorker,
} from "@ferrule/worker/testing/test-worker.ts";

const tool = (description: string) => [{ name: "one", code: "one", tool: { description } }];

/** A stream of one HTTP/2 session, as the text that has come. */
function post(
  session: ClientHttp2Session,
  place: string,
  key: string,
  method: string,
  params: Record<string, unknown>,
) {
  const [message, mirrored] = modern(method, params);
  const stream = session.request({
    ":method": "POST",
    ":path": `/mcp/${place}/one/tools`,
    "x-api-key": key,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...mirrored,
  });
  const heard = { text: "", isClosed: false, stream };
  stream.setEncoding("utf8");
  stream.on("data", (piece: string) => (heard.text += piece));
  stream.on("error", () => undefined);
  stream.on("close", () => (heard.isClosed = true));
  stream.end(JSON.stringify(message));
  return heard;
}

async function openListeners(worker: TestWorker): Promise<number> {
  const text = await (await worker.fetch("/metrics")).text();
  return Number(/^ferrule_worker_listeners(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1]);
}

const wish = { notifications: { toolsListChanged: true } };

test("many listeners share one HTTP/2 connection with calls, in Development and in a preview", async (t) => {
  await using worker = await startTestWorker({ functions: tool("First."), behaviours: { one: () => "called" } });
  const first = worker.publish(tool("Preview one."));
  worker.feed.say(previewState(first));
  const gateway = await startGateway(
    {
      port: 0,
      host: "127.0.0.1",
      publicUrl,
      controlPlaneUrl: "http://127.0.0.1:9",
      workerUrls: [worker.origin],
      internalApiToken: internalToken,
      trustedProxies: [],
      certificate: await makeCertificate(t),
    },
    { log: createLog("gateway", "silent"), bounds: { probeTimeoutMs: 10_000, healthyWaitMs: 20_000 } },
  );
  t.after(() => gateway.close());
  const session = http2Client(t, gateway.port);
  const listen = (place: string, key: string) => post(session, place, key, "subscriptions/listen", wish);
  const own = Array.from({ length: 20 }, () => listen("development", keyValue));
  const inPreview = listen("preview-pr-7", previewKeyValue);
  const all = [...own, inPreview];
  await until("all are acknowledged", () => all.every(({ text }) => text.includes("subscriptions/acknowledged")));
  assert.equal(await openListeners(worker), all.length);

  const call = post(session, "development", keyValue, "tools/call", { name: "one", arguments: {} });
  await until("a call is answered beside them", () => call.isClosed);
  assert.match(call.text, /called/);

  await worker.deploy(tool("Second."));
  await until("Development hears of it", () => own.every(({ text }) => text.includes("tools/list_changed")));
  assert.doesNotMatch(inPreview.text, /list_changed/);
  worker.feed.say(previewState(worker.publish(tool("Preview two."))));
  await until("the preview hears of its own", () => inPreview.text.includes("tools/list_changed"));
  for (const { text } of own) assert.equal(text.split("tools/list_changed").length, 2);

  own[0]!.stream.close();
  await until("one that leaves is forgotten", async () => (await openListeners(worker)) === all.length - 1);
  session.destroy();
  await until("all are forgotten", async () => (await openListeners(worker)) === 0);
});
