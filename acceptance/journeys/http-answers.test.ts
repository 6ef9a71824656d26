import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, deploy, executionOf, issueKey, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";

const order = `
import { FunctionError, type HttpContext } from "ferrule";
interface Input { item: string; fail?: "known" | "unknown"; waitMs?: number; size?: number }
export default async function order(input: Input, ctx: HttpContext) {
  if (input.waitMs) await new Promise((done) => setTimeout(done, input.waitMs));
  if (input.fail === "known") throw new FunctionError("SOLD_OUT", "There is none left.", { status: 409, details: { id: crypto.randomUUID() } });
  if (input.fail === "unknown") throw new Error("broken");
  return { id: crypto.randomUUID(), item: input.item, more: "x".repeat(input.size ?? 0) };
}
`;
const file = `
import type { HttpContext } from "ferrule";
export default (input: {}, ctx: HttpContext) =>
  new Response("0123456789", { headers: { "content-type": "text/plain", "last-modified": "Sat, 21 Nov 2026 08:00:00 GMT" } });
`;
const events = `
import type { HttpContext } from "ferrule";
async function* many(ctx: HttpContext) {
  for (let n = 1; ; n += 1) {
    yield { id: String(n), data: { n } };
    if (n >= 3) await new Promise((_, left) => ctx.signal.addEventListener("abort", () => left(ctx.signal.reason)));
  }
}
export default (input: {}, ctx: HttpContext) => ctx.http.events(many(ctx));
`;

describe("answers of HTTP routes, through gateway and worker", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let url: string;
  let key: string;
  let otherKey: string;

  before(async () => {
    const endpoint = await createEndpoint(client, "http", "answers");
    const params = { endpointId: endpoint.id };
    const bind = async (slug: string, source: string, routes: object[]) => {
      const { id: functionId } = await client.createFunction({ body: { slug, source } });
      for (const route of routes) await client.createHttpBinding({ params, body: { functionId, ...route } as never });
    };
    await bind("order", order, [
      { method: "POST", path: "/orders", idempotency: "optional" },
      { method: "POST", path: "/strict", idempotency: "required" },
    ]);
    await bind("file", file, [
      { method: "GET", path: "/file", etag: true },
      { method: "GET", path: "/größe/日本" },
    ]);
    await bind("events", events, [{ method: "GET", path: "/events" }]);
    key = await issueKey(client, endpoint.id);
    otherKey = await issueKey(client, endpoint.id);
    await deploy(client);
    url = endpoint.urls.development;
  });

  const post = (body: object, idempotencyKey?: string, path = "/orders", apiKey = key) =>
    fetch(url + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "x-api-key": apiKey,
        "content-type": "application/json",
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
    });
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(url + path, { method, headers: { "x-api-key": key, ...headers } });
  const said = async (answer: Response) => {
    const { error } = (await answer.json()) as { error?: { code: string } };
    return `${answer.status} ${error?.code ?? ""}`.trim();
  };

  describe("with an Idempotency-Key", () => {
    test("a request that is sent again gets the first answer; another caller, route or key does not", async () => {
      const first = await post({ item: "a" }, '"k1"');
      assert.equal(first.headers.get("idempotency-replayed"), null);
      const body = (await first.json()) as { id: string };
      const again = await post({ item: "a" }, '"k1"');
      assert.equal(again.headers.get("idempotency-replayed"), "true");
      assert.deepEqual([again.status, await again.json()], [200, body]);
      assert.notEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"));
      const others = await Promise.all([
        post({ item: "a" }, "k2"),
        post({ item: "a" }, "k1", "/strict"),
        post({ item: "a" }, "k1", "/orders", otherKey),
        post({ item: "a" }),
      ]);
      for (const other of others) assert.notEqual(((await other.json()) as { id: string }).id, body.id);
    });
    test("another body is 422, one that runs is 409, and twenty at once run once", async () => {
      assert.equal((await post({ item: "a" }, "k3")).status, 200);
      assert.equal(await said(await post({ item: "b" }, "k3")), "422 IDEMPOTENCY_MISMATCH");
      const all = await Promise.all(Array.from({ length: 20 }, () => post({ item: "a", waitMs: 1_500 }, "k4")));
      // On a busy machine, some requests arrive after it has ended, and get its response.
      const [ran, ...others] = all
        .map(({ status, headers }) => `${status} ${headers.get("idempotency-replayed") ?? "itself"}`)
        .sort((one, other) => Number(other === "200 itself") - Number(one === "200 itself"));
      assert.equal(ran, "200 itself");
      for (const other of others) assert.ok(["409 itself", "200 true"].includes(other), other);
      const pending = all.find(({ status }) => status === 409)!;
      assert.equal(pending.headers.get("retry-after"), "1");
      assert.equal(await said(pending), "409 IDEMPOTENCY_PENDING");
    });
    test("an error of the Function's own is kept, and a failure is not", async () => {
      const known = await (await post({ item: "a", fail: "known" }, "k5")).json();
      const again = await (await post({ item: "a", fail: "known" }, "k5")).json();
      const idOf = (answer: unknown) => (answer as { error: { details: { id: string } } }).error.details.id;
      assert.equal(idOf(again), idOf(known));
      for (let n = 0; n < 2; n += 1) {
        const failed = await post({ item: "a", fail: "unknown" }, "k6");
        assert.deepEqual(
          [failed.headers.get("idempotency-replayed"), await said(failed)],
          [null, "500 FUNCTION_ERROR"],
        );
      }
    });
    test("an answer too large to be kept is not made a second time", async () => {
      assert.equal((await post({ item: "a", size: 300_000 }, "k7")).status, 200);
      assert.equal(await said(await post({ item: "a", size: 300_000 }, "k7")), "409 IDEMPOTENCY_NOT_KEPT");
    });
    test("a key that is none is 400, and so is one that is missing where it is required", async () => {
      assert.equal(await said(await post({ item: "a" }, "x".repeat(300))), "400 INPUT_INVALID");
      assert.equal(await said(await post({ item: "a" }, '"open')), "400 INPUT_INVALID");
      assert.equal(await said(await post({ item: "a" }, undefined, "/strict")), "400 INPUT_INVALID");
    });
  });

  test("a path of any letters is served", async () => {
    assert.equal((await get("/größe/日本")).status, 200);
    assert.equal((await get("/gr%c3%b6%c3%9fe/%E6%97%A5%e6%9c%ac")).status, 200);
    assert.equal((await get("/grosse/1")).status, 404);
  });

  describe("conditional", () => {
    test("an answer that the client has is 304", async () => {
      const whole = await get("/file");
      const etag = whole.headers.get("etag") ?? "";
      assert.match(etag, /^"[\w-]{27}"$/);
      assert.equal(whole.headers.get("cache-control"), "private, no-cache");
      for (const tag of [etag, `W/${etag}`, `"a,b", ${etag}`, "*"]) {
        const same = await get("/file", { "if-none-match": tag });
        assert.deepEqual([same.status, same.headers.get("etag"), await same.text()], [304, etag, ""]);
      }
      assert.equal((await get("/file", { "if-none-match": '"other"' })).status, 200);
      const since = (date: string) => get("/file", { "if-modified-since": date });
      assert.equal((await since("Sat, 21 Nov 2026 08:00:00 GMT")).status, 304);
      assert.equal((await since("Sat, 21 Nov 2026 07:59:59 GMT")).status, 200);
      for (const none of ["nonsense", "2099", "2099-01-01T00:00:00Z"])
        assert.equal((await since(none)).status, 200, none);
    });
    test("a condition that does not hold is 412, of a HEAD too", async () => {
      const etag = (await get("/file")).headers.get("etag") ?? "";
      const date = "Sat, 21 Nov 2026 08:00:00 GMT";
      const holding: Record<string, string>[] = [
        { "if-match": etag },
        { "if-match": "*" },
        { "if-unmodified-since": date },
      ];
      for (const held of holding) assert.equal((await get("/file", held)).status, 200);
      const before = "Sat, 21 Nov 2026 07:59:59 GMT";
      const failing: Record<string, string>[] = [
        { "if-match": '"x"' },
        { "if-match": `W/${etag}` },
        { "if-unmodified-since": before },
      ];
      for (const broken of failing) {
        assert.equal(await said(await get("/file", broken)), "412 PRECONDITION_FAILED");
        assert.equal((await get("/file", broken, "HEAD")).status, 412);
      }
      assert.equal((await get("/file", { "if-unmodified-since": "1990" })).status, 200);
    });
    test("a part is 206, and one beyond the end 416", async () => {
      const part = async (range: string, headers = {}) => {
        const answer = await get("/file", { range, ...headers });
        return [answer.status, answer.headers.get("content-range"), await answer.text()];
      };
      assert.deepEqual(await part("bytes=2-4"), [206, "bytes 2-4/10", "234"]);
      assert.deepEqual(await part("bytes=-3"), [206, "bytes 7-9/10", "789"]);
      assert.deepEqual(await part("bytes=8-99"), [206, "bytes 8-9/10", "89"]);
      assert.deepEqual(await part("bytes=10-"), [416, "bytes */10", ""]);
      const whole = [200, null, "0123456789"];
      for (const range of ["bytes=4-2", "bytes=1-2,4-5", "lines=1-2", "bytes=a-b"])
        assert.deepEqual(await part(range), whole);
      assert.deepEqual(await part("bytes=2-4", { "if-range": '"other"' }), whole);
      const etag = (await get("/file")).headers.get("etag") ?? "";
      assert.deepEqual(await part("bytes=2-4", { "if-range": etag }), [206, "bytes 2-4/10", "234"]);
    });
    test("HEAD has the head of GET, and OPTIONS says the methods", async () => {
      const head = await get("/file", {}, "HEAD");
      assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "10", ""]);
      const ranged = await get("/file", { range: "bytes=2-4" }, "HEAD");
      assert.deepEqual([ranged.status, ranged.headers.get("content-length")], [200, "10"]);
      assert.deepEqual([ranged.headers.get("content-range"), ranged.headers.get("accept-ranges")], [null, "bytes"]);
      const options = await get("/file", {}, "OPTIONS");
      assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
      assert.equal((await get("/nowhere", {}, "OPTIONS")).status, 404);
    });
  });

  test("events arrive one by one, and the client's leaving cancels the call", async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${url}/events`, { headers: { "x-api-key": key }, signal: leaving.signal });
    assert.equal(answer.headers.get("content-type"), "text/event-stream");
    assert.equal(answer.headers.get("x-accel-buffering"), "no");
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes('{"n":3}\n\n')) text += (await reader.read()).value ?? assert.fail(text);
    assert.equal(text, [1, 2, 3].map((n) => `id: ${n}\ndata: {"n":${n}}\n\n`).join(""));
    leaving.abort();
    await reader.cancel().catch(() => undefined);
    const { status, output } = await executionOf(client, answer.headers.get("x-request-id") ?? "");
    const { stream } = output as { stream: { ended: string; start: string } };
    assert.deepEqual([status, stream.ended, stream.start], ["cancelled", "client-left", text]);
  });
});
