import assert from "node:assert/strict";
import { describe, test } from "node:test";
import zlib from "node:zlib";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState, type TestFunction } from "../../../testing/deployed.ts";
import { startTestWorker, until } from "../../../testing/test-worker.ts";

const input = { type: "object", properties: { text: { type: "string" } } };
const functions: TestFunction[] = [
  { name: "take", code: "take", route: "POST /take", inputSchema: input },
  { name: "hold", code: "hold", route: "POST /hold" },
  { name: "tool", code: "tool", inputSchema: input },
];
const packed = {
  gzip: (body: Buffer) => zlib.gzipSync(body),
  "x-gzip": (body: Buffer) => zlib.gzipSync(body),
  br: (body: Buffer) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (body: Buffer) => zlib.zstdCompressSync(body),
  deflate: (body: Buffer) => zlib.deflateSync(body),
} as const;
const codings = Object.keys(packed) as (keyof typeof packed)[];

describe("compressed bodies", () => {
  const worker = duringTests(() =>
    startTestWorker({
      functions,
      behaviours: {
        take: ({ http, httpBody }, given) => ({ given, http, raw: String(httpBody) }),
        hold: () => new Promise<number>((resolve) => held.push(() => resolve(1))),
      },
    }),
  );
  const held: (() => void)[] = [];

  const send = (body: Buffer, coding: string, path = worker.httpUrl + "/take") =>
    worker.fetch(path.slice(worker.origin.length), {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "content-encoding": coding,
        accept: "application/json, text/event-stream",
      },
    });
  const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

  for (const coding of codings) {
    test(`${coding} is read, and the Function sees the body as it is without it`, async () => {
      const body = Buffer.from(JSON.stringify({ text: "grüße".repeat(10_000) }));
      const answer = await send(packed[coding](body), coding.toUpperCase());
      const { given, http, raw } = (await answer.json()) as {
        given: object;
        http: { headers: Record<string, string> };
        raw: string;
      };
      assert.deepEqual([answer.status, given, raw], [200, JSON.parse(body.toString()), body.toString()]);
      assert.equal(http.headers["content-encoding"], undefined);
    });

    test(`a bomb in ${coding} is refused at the endpoint's limit`, async () => {
      const bomb = packed[coding](Buffer.alloc(40 * 1_048_576));
      const before = worker.calls.length;
      const rss = process.memoryUsage().rss;
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(bomb, coding)));
      for (const answer of answers) assert.deepEqual([answer.status, await codeOf(answer)], [413, "PAYLOAD_TOO_LARGE"]);
      assert.ok(process.memoryUsage().rss - rss < 150 * 1_048_576);
      assert.equal(worker.calls.length, before);
    });

    test(`what is not ${coding}, or is cut off, is refused, and nothing runs`, async () => {
      const before = worker.calls.length;
      const whole = packed[coding](Buffer.from('{"text":"a long enough text, so that half of it is something"}'));
      for (const body of [Buffer.from('{"text":"plain"}'), whole.subarray(0, whole.length / 2)]) {
        const answer = await send(body, coding);
        assert.deepEqual([answer.status, await codeOf(answer)], [400, "INPUT_INVALID"]);
      }
      assert.equal(worker.calls.length, before);
    });
  }

  test("another coding, or two, is 415 that says which are read", async () => {
    for (const coding of ["compress", "gzip, br", "gzip,gzip", "zstd;q=1", "__proto__"]) {
      const answer = await send(Buffer.from("x"), coding);
      assert.equal(answer.status, 415, coding);
      assert.equal(answer.headers.get("accept-encoding"), "zstd, br, gzip, deflate");
    }
  });

  test("a zstd frame cannot ask for a window of 128 MiB", async () => {
    const params = { [zlib.constants.ZSTD_c_windowLog]: 27 };
    const wide = zlib.createZstdCompress({ params });
    const pieces: Buffer[] = [];
    wide.on("data", (piece: Buffer) => pieces.push(piece));
    const ended = new Promise((resolve) => wide.once("end", resolve));
    // Without a content length, the frame has the requested window.
    wide.write('{"text":"a"');
    wide.end("}");
    await ended;
    assert.equal((await send(Buffer.concat(pieces), "zstd")).status, 400);
  });

  test("an MCP endpoint reads them too, and an empty body stays empty", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "tool", arguments: { text: "a" } } };
    const answer = await send(zlib.gzipSync(JSON.stringify(message)), "gzip", worker.mcpUrl);
    assert.equal(answer.status, 200);
    assert.equal((await send(Buffer.alloc(0), "gzip")).status, 200);
  });

  test("small ones take no room of large ones, however large the limit is and however long their calls run", async () => {
    worker.feed.say(endpointState("http", { limits: { requestsPerMinute: 1_000_000, maxBodyBytes: 10 * 1_048_576 } }));
    const large = zlib.gzipSync(JSON.stringify({ text: "x".repeat(5 * 1_048_576) }));
    await until("the limit holds", async () => (await send(large, "gzip")).status === 200);
    const small = zlib.gzipSync('{"a":1}');
    const sent = Array.from({ length: 24 }, () => send(small, "gzip", `${worker.httpUrl}/hold`));
    await until("all of them run", () => held.length === 24);
    assert.equal((await send(large, "gzip")).status, 200);
    for (const end of held.splice(0)) end();
    for (const { status } of await Promise.all(sent)) assert.equal(status, 200);
  });

  test("a body takes room for what comes of it: five of 5 MiB are held, and a sixth is refused until one has its answer", async () => {
    const body = zlib.gzipSync(JSON.stringify({ text: "x".repeat(5 * 1_048_576) }));
    const sent = Array.from({ length: 5 }, () => send(body, "gzip", `${worker.httpUrl}/hold`));
    await until("five run", () => held.length === 5);
    const refused = await send(body, "gzip", `${worker.httpUrl}/hold`);
    assert.deepEqual([refused.status, refused.headers.get("x-ferrule-not-started")], [503, "busy"]);
    held.shift()!();
    assert.equal((await Promise.race(sent)).status, 200);
    assert.equal((await send(body, "gzip")).status, 200);
    for (const end of held.splice(0)) end();
    await Promise.all(sent);
  });

  test("a large limit is honoured, and its room is given back", async () => {
    worker.feed.say(endpointState("http", { limits: { requestsPerMinute: 1_000_000, maxBodyBytes: 10 * 1_048_576 } }));
    const large = zlib.gzipSync(JSON.stringify({ text: "x".repeat(5 * 1_048_576) }));
    await until("the limit holds", async () => (await send(large, "gzip")).status === 200);
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await send(large, "gzip")).status));
    // On a slow machine, waiting for room may take longer than allowed.
    for (const status of statuses) assert.ok(status === 200 || status === 503, `${status}`);
    assert.ok(statuses.includes(200));
    for (let n = 0; n < 5; n += 1) assert.equal((await send(large, "gzip")).status, 200);
  });
});
