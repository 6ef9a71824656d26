import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { previewKeyValue, previewState, type TestFunction } from "../../testing/deployed.ts";
import { outcome, type Behaviour } from "../../testing/stand-in.ts";
import { publicUrl, startTestWorker, type TestWorker } from "../../testing/test-worker.ts";

const hostile = [
  "fine=1",
  "wide=1; Domain=apps.example",
  "console=1; Domain=ferrule.example",
  "ferrule_session=stolen",
  "__Host-ferrule_csrf=stolen; Path=/",
  "split=1\r\nx-injected: 1",
  "=nameless",
];
/** The output of a sandbox whose own checks were bypassed. */
const reply: Behaviour = ({ http }) =>
  outcome({
    kind: "returned",
    outputJson: "{}",
    reply: {
      kind: "http",
      status: 200,
      headers: { "content-type": "text/html", "Set-Cookie": hostile },
      body: Buffer.from(JSON.stringify(http)),
    },
  });

const functions: TestFunction[] = [{ name: "page", code: "page", route: "GET /page" }];
const onApps = { "x-ferrule-apps": "1" };
const cookie = "a=1; ferrule_session=x; __Host-ferrule_csrf=y";

describe("cookies of an HTTP API", () => {
  let own: TestWorker;
  let shared: TestWorker;
  let none: TestWorker;
  before(async () => {
    const start = (publicAppsUrl?: string) =>
      startTestWorker({ functions, behaviours: { page: reply }, settings: { publicAppsUrl } });
    [own, shared, none] = await Promise.all([start("http://*.apps.test"), start("http://apps.test"), start()]);
  });
  after(async () => {
    await Promise.all([own, shared, none].map((worker) => worker[Symbol.asyncDispose]()));
  });
  const ask = (worker: TestWorker, headers: Record<string, string>) =>
    worker.fetch("/http/development/one/api/page", { headers });

  test("are set by the worker's own judgement, whatever the sandbox says", async () => {
    const answer = await ask(own, onApps);
    assert.deepEqual(answer.headers.getSetCookie(), ["fine=1; SameSite=Lax"]);
    assert.equal(answer.headers.get("x-injected"), null);
    const below = await ask(shared, onApps);
    assert.deepEqual(below.headers.getSetCookie(), ["fine=1; Path=/http/development/one/api; SameSite=Lax"]);
  });

  test("of a preview are set below its endpoint alone, because Development has the rest of the host", async () => {
    own.feed.say(previewState(own.publish(functions)));
    const answer = await own.fetch("/http/preview-pr-7/one/api/page", {
      headers: { ...onApps, cookie, "x-api-key": previewKeyValue },
    });
    assert.deepEqual(answer.headers.getSetCookie(), ["fine=1; Path=/http/preview-pr-7/one/api; SameSite=Lax"]);
    const { headers } = (await answer.json()) as { headers: Record<string, string> };
    assert.equal(headers["cookie"], "a=1");
  });

  test("are none on the console's host, nor where there is no other", async () => {
    for (const answer of [await ask(own, { cookie }), await ask(none, { cookie, ...onApps })]) {
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.match(answer.headers.get("content-security-policy") ?? "", /^sandbox/);
      const { headers, cookiePlace } = (await answer.json()) as { headers: object; cookiePlace: unknown };
      assert.deepEqual([Object.hasOwn(headers, "cookie"), cookiePlace], [false, null]);
    }
  });

  test("reach a Function without those of the console", async () => {
    const { headers } = (await (await ask(own, { cookie, ...onApps })).json()) as { headers: Record<string, string> };
    assert.equal(headers["cookie"], "a=1");
  });

  test("a page of the same host may call, and of another Project's host may not", async () => {
    const status = async (origin: string, headers = onApps) => (await ask(own, { ...headers, origin })).status;
    assert.equal(await status("http://one-development.apps.test"), 200);
    assert.equal(await status(publicUrl), 200);
    for (const origin of [
      "http://one-production.apps.test",
      "http://two-development.apps.test",
      "https://one-development.apps.test",
      "http://one-development.apps.test:81",
      "null",
    ]) {
      assert.equal(await status(origin), 403, origin);
    }
    const elsewhere = await ask(own, { origin: "http://one-development.apps.test" });
    assert.equal(elsewhere.status, 403, "on the console's host it is another origin");
  });
});
