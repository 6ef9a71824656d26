import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import zlib from "node:zlib";
import { keyValue, type TestFunction } from "../../../testing/deployed.ts";
import { outcome, type Behaviour } from "../../../testing/stand-in.ts";
import { internalToken, startTestWorker, type TestWorker } from "../../../testing/test-worker.ts";
import { codingFor, isCompressible } from "./content-coding.ts";

const text = JSON.stringify(Array.from({ length: 3_000 }, (_, n) => ({ id: n, name: `Order ${n}` })));
const reply =
  (headers: Record<string, string>, body = text): Behaviour =>
  () =>
    outcome({
      kind: "returned",
      outputJson: "{}",
      reply: {
        kind: "http",
        status: 200,
        headers: { "content-type": "text/plain", ...headers },
        body: Buffer.from(body),
      },
    });
const replies: Record<string, Behaviour> = {
  list: () => JSON.parse(text) as unknown,
  small: () => "small",
  file: reply({}),
  encoded: reply({ "content-encoding": "x-own" }),
  strong: reply({ etag: '"v3"' }),
  weak: reply({ etag: 'W/"v3"', vary: "origin" }),
  digest: reply({ "content-digest": "sha-256=:x:" }),
  fixed: reply({ "cache-control": "public, no-transform" }),
  picture: reply({ "content-type": "image/png" }),
  medium: reply({}, "x".repeat(1_024)),
};
const functions = Object.keys(replies).map((name): TestFunction => {
  const route = { name, code: name, route: `GET /${name}` };
  return name === "list" ? { ...route, etag: true } : route;
});

const inflate = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };

describe("compressed answers", () => {
  let worker: TestWorker;
  before(async () => {
    const settings = { publicAppsUrl: "http://*.apps.example" };
    worker = await startTestWorker({ functions, behaviours: replies, settings });
  });
  after(async () => worker[Symbol.asyncDispose]());

  /** The raw bytes. */
  const ask = (name: string, more: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const headers = { "x-internal-token": internalToken, "x-api-key": keyValue, ...more };
      request(`${worker.httpUrl}/${name}`, { method, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
        );
      })
        .on("error", reject)
        .end();
    });

  for (const coding of ["zstd", "br", "gzip"] as const) {
    test(`an answer is sent in ${coding} to who asks for it, in one piece and whole`, async () => {
      for (const name of ["list", "file", "medium"]) {
        const { headers, body } = await ask(name, { "accept-encoding": coding });
        assert.deepEqual([headers["content-encoding"], headers["vary"]], [coding, "accept-encoding"]);
        assert.equal(headers["content-length"], String(body.length));
        const plain = (await ask(name)).body;
        assert.ok(inflate[coding](body).equals(plain));
        assert.ok(body.length < plain.length / 4);
      }
    });
  }

  test("HEAD says what GET would", async () => {
    const asked = { "accept-encoding": "gzip" };
    const [head, get] = [await ask("list", asked, "HEAD"), await ask("list", asked)];
    assert.deepEqual([head.headers["content-length"], head.body.length], [get.headers["content-length"], 0]);
    assert.equal(head.headers["content-encoding"], "gzip");
  });

  test("what is small, no text, or encoded or fixed by its Function is sent as it is", async () => {
    for (const name of ["small", "encoded", "strong", "digest", "fixed", "picture"]) {
      const { headers, body } = await ask(name, { "accept-encoding": "gzip" });
      assert.equal(headers["content-encoding"], name === "encoded" ? "x-own" : undefined, name);
      assert.equal(headers["vary"], undefined, name);
      assert.ok(body.toString().includes("Order 1") || body.length < 100, name);
    }
    assert.equal((await ask("strong", { "accept-encoding": "gzip" })).headers["etag"], '"v3"');
  });

  test("a strong ETag becomes a weak one, and a client that has either gets 304", async () => {
    const plain = (await ask("list")).headers["etag"] as string;
    const coded = (await ask("list", { "accept-encoding": "br" })).headers["etag"];
    assert.equal(coded, `W/${plain}`);
    for (const tag of [plain, `W/${plain}`]) {
      const again = await ask("list", { "accept-encoding": "br", "if-none-match": tag });
      assert.deepEqual([again.status, again.headers["etag"], again.body.length], [304, coded, 0]);
      assert.deepEqual([again.headers["content-encoding"], again.headers["vary"]], [undefined, "accept-encoding"]);
    }
    const weak = await ask("weak", { "accept-encoding": "gzip" });
    assert.deepEqual([weak.headers["etag"], weak.headers["content-encoding"]], ['W/"v3"', "gzip"]);
    assert.equal(weak.headers["vary"], "origin, accept-encoding");
  });

  test("a range is of the bytes as they are, and a compressed answer offers none", async () => {
    const part = await ask("file", { "accept-encoding": "gzip", range: "bytes=2-9" });
    assert.deepEqual([part.status, part.headers["content-encoding"]], [206, undefined]);
    assert.equal(part.body.toString(), text.slice(2, 10));
    assert.equal((await ask("file", { "accept-encoding": "gzip" })).headers["accept-ranges"], undefined);
    assert.equal((await ask("file")).headers["accept-ranges"], "bytes");
  });

  test("the length of an answer tells another page nothing of what cookies opened", async () => {
    const onApps = { "x-ferrule-apps": "1", "accept-encoding": "gzip" };
    const codingOf = async (more: Record<string, string>) =>
      (await ask("list", { ...onApps, ...more })).headers["content-encoding"];
    assert.equal(await codingOf({}), "gzip");
    assert.equal(await codingOf({ cookie: "a=1", "sec-fetch-site": "same-origin" }), "gzip");
    for (const site of ["cross-site", "same-site", ""]) {
      assert.equal(await codingOf({ cookie: "a=1", "sec-fetch-site": site }), undefined, site);
    }
  });
});

for (const [field, coding] of [
  [undefined, null],
  ["", null],
  ["identity", null],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["GZIP", "gzip"],
  ["gzip;q=1.0, br;q=0.5, zstd;q=0", "gzip"],
  ["*", "zstd"],
  ["zstd;q=0, *;q=0.3", "br"],
  ["gzip;q=0", null],
  ["gzip;q=2", null],
  ["x-unknown", null],
  [",,;q=,gzip;;", null],
  ["identity, gzip;q=0.5", null],
  ["identity;q=0.5, gzip", "gzip"],
  ["identity;q=0, *", "zstd"],
  ["identity, br", "br"],
  ["identity;q=0", null],
] as const) {
  test(`Accept-Encoding ${field} is answered in ${coding}`, () => assert.equal(codingFor(field), coding));
}

for (const [type, is] of [
  ["text/html; charset=utf-8", true],
  ["application/problem+json", true],
  ["image/svg+xml", true],
  ["text/event-stream", false],
  ["text/event-stream; charset=utf-8", false],
  ["application/octet-stream", false],
  ["application/zip", false],
  ["image/jpeg", false],
] as const) {
  test(`${type} is ${is ? "" : "not "}compressed`, () => assert.equal(isCompressible(type), is));
}
