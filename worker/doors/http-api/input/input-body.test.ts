import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import type { TestFunction } from "../../../testing/deployed.ts";
import type { Behaviour } from "../../../testing/stand-in.ts";
import { startTestWorker, type TestRequest } from "../../../testing/test-worker.ts";
import { workedMs } from "../../../testing/worked-ms.ts";

const file = {
  type: "object",
  properties: {
    name: { type: "string" },
    type: { type: "string" },
    size: { type: "integer" },
    data: { type: "string" },
  },
  required: ["name", "type", "size", "data"],
};
const fields = {
  type: "object",
  properties: {
    count: { type: "integer" },
    flag: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    photo: file,
    photos: { type: "array", items: file },
  },
  additionalProperties: true,
};
const nested = {
  type: "object",
  properties: { event: { $ref: "#/$defs/Event" }, id: { type: "string" } },
  $defs: { Event: fields },
};
const any = { type: "object", properties: { event: {} }, required: ["event"], additionalProperties: false };
const text = { type: "object", properties: { body: { type: "string" } }, additionalProperties: false };

const functions: TestFunction[] = [
  { name: "whole", code: "whole", inputSchema: any, route: "POST /whole", bodyProperty: "event" },
  { name: "merged", code: "merged", inputSchema: fields, route: "POST /merged" },
  { name: "form", code: "form", inputSchema: fields, route: "POST /form", bodyType: "form" },
  {
    name: "nested",
    code: "nested",
    inputSchema: nested,
    route: "POST /nested/{id}",
    bodyType: "form",
    bodyProperty: "event",
  },
  { name: "files", code: "files", inputSchema: fields, route: "POST /files", bodyType: "multipart" },
  { name: "text", code: "text", inputSchema: text, route: "POST /text", bodyType: "text" },
  { name: "bytes", code: "bytes", inputSchema: text, route: "POST /bytes", bodyType: "bytes" },
];
const echo: Behaviour = (_call, input) => input;
const behaviours = Object.fromEntries(functions.map(({ name }) => [name, echo]));

describe("bodies by the binding", () => {
  const worker = duringTests(() => startTestWorker({ functions, behaviours }));

  const ask = (path: string, type: string | null, body: NonNullable<TestRequest["body"]>, more: object = {}) =>
    worker.fetch(`/http/development/one/api${path}`, {
      method: "POST",
      body,
      headers: { ...(type === null ? {} : { "content-type": type }), ...more },
    });
  const failed = async (answer: Response) => {
    const { error } = (await answer.json()) as { error: { code: string } };
    return [answer.status, error.code];
  };
  const urlencoded = "application/x-www-form-urlencoded";
  const boundary = "multipart/form-data; boundary=XX";
  const parts = (...all: string[]) => `${all.map((part) => `--XX\r\n${part}\r\n`).join("")}--XX--\r\n`;
  const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

  test("json: any value under the property that the binding names", async () => {
    for (const value of [[1, 2], "text", 7, null, true, { a: { b: 1 } }]) {
      const answer = await ask("/whole", "application/json", JSON.stringify(value));
      assert.deepEqual([answer.status, await answer.json()], [200, { event: value }]);
    }
    assert.equal((await ask("/whole", "application/cloudevents+json", "[]")).status, 200);
    assert.deepEqual(await failed(await ask("/merged", "application/json", "[1]")), [400, "INPUT_INVALID"]);
    assert.deepEqual(await failed(await ask("/whole?event=1", "application/json", "1")), [400, "INPUT_INVALID"]);
  });
  test("form: fields are coerced like a query, and repeated ones are lists", async () => {
    const answer = await ask("/form", urlencoded, "count=5&flag=true&tags=a&other=%C3%A9+x&twice=1&twice=2");
    const expected = { count: 5, flag: true, tags: ["a"], other: "é x", twice: ["1", "2"] };
    assert.deepEqual(await answer.json(), expected);
    assert.deepEqual(await failed(await ask("/form", urlencoded, "count=x")), [400, "INPUT_INVALID"]);
    const within = await ask("/nested/7", urlencoded, "count=5&tags=a");
    assert.deepEqual(await within.json(), { id: "7", event: { count: 5, tags: ["a"] } });
    const odd = await ask("/form", urlencoded, "__proto__=1&constructor=2");
    assert.equal(await odd.text(), '{"__proto__":"1","constructor":"2"}');
  });
  test("multipart: fields and files, byte for byte", async () => {
    const form = new FormData();
    form.append("count", "5");
    form.append("tags", "a");
    form.append("photo", new Blob([new Uint8Array([0, 255, 13, 10, 45, 45])], { type: "image/png" }), "a b.png");
    form.append("photos", new Blob(["hello"], { type: "text/plain" }), "../../etc/passwd");
    const sent = new Response(form);
    const answer = await ask("/files", sent.headers.get("content-type"), Buffer.from(await sent.arrayBuffer()));
    const photo = {
      name: "a b.png",
      type: "image/png",
      size: 6,
      data: Buffer.from([0, 255, 13, 10, 45, 45]).toString("base64"),
    };
    const { photos, ...rest } = (await answer.json()) as { photos: { size: number; data: string }[] };
    assert.deepEqual(rest, { count: 5, tags: ["a"], photo });
    assert.deepEqual([photos.length, photos[0]?.size, atob(photos[0]?.data ?? "")], [1, 5, "hello"]);
  });
  test("multipart: what is cut off, without a boundary or beyond the bounds is 400, and the worker lives", async () => {
    const many = parts(...Array.from({ length: 300 }, (_, n) => field(`f${n}`, "x")));
    const hostile = [
      [boundary, '--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello'],
      [boundary, "no part at all"],
      ["multipart/form-data", parts(field("a", "1"))],
      [boundary, many],
      [boundary, parts(field("n".repeat(300), "1"))],
      [boundary, parts(`Content-Disposition: form-data; name="f"; filename="x"\r\n${"X: y\r\n".repeat(5)}`)],
      [boundary, `--XX\r\n${"A".repeat(100_000)}`],
    ] as const;
    for (const [type, body] of hostile) {
      const answer = await ask("/files", type, body);
      assert.equal(answer.status < 500, true, `${type} ${body.slice(0, 40)} ${answer.status}`);
    }
    for (const at of [0, 1, 2, 3, 4]) {
      assert.deepEqual(
        await failed(await ask("/files", ...(hostile[at] as [string, string]))),
        [400, "INPUT_INVALID"],
        String(at),
      );
    }
    assert.equal((await worker.fetch("/health")).status, 200);
  });
  test("text and bytes go to one property; text must be UTF-8", async () => {
    assert.deepEqual(await (await ask("/text", "text/csv", "a,b\nc")).json(), { body: "a,b\nc" });
    assert.deepEqual(await (await ask("/text", "application/json", "{")).json(), { body: "{" });
    assert.deepEqual(await failed(await ask("/text", "text/plain", Buffer.from([0xff]))), [400, "INPUT_INVALID"]);
    assert.deepEqual(await (await ask("/bytes", null, Buffer.from([0xff, 0]))).json(), { body: "/wA=" });
    assert.deepEqual(await (await ask("/bytes", "image/png", Buffer.from([1]))).json(), { body: "AQ==" });
  });
  test("415 for any other type, with what is taken", async () => {
    for (const [path, type, accept] of [
      ["/merged", urlencoded, "application/json"],
      ["/merged", null, "application/json"],
      ["/merged", "application/json; charset=latin1", "application/json"],
      ["/form", "application/json", urlencoded],
      ["/files", urlencoded, "multipart/form-data"],
      ["/text", "image/png", "text/plain"],
    ] as const) {
      const answer = await ask(path, type, Buffer.from("{}"));
      assert.deepEqual([answer.status, answer.headers.get("accept")], [415, accept], `${path} ${type}`);
    }
    const packed = await ask("/merged", "application/json", "{}", { "content-encoding": "compress" });
    assert.deepEqual([packed.status, packed.headers.get("accept-encoding")], [415, "zstd, br, gzip, deflate"]);
  });
  test("an empty body adds nothing", async () => {
    assert.deepEqual(await (await ask("/form", null, "")).json(), {});
    assert.deepEqual(await (await ask("/text", null, "")).json(), {});
  });
  test("a form of a million fields is refused at once", async () => {
    const began = process.threadCpuUsage();
    assert.deepEqual(await failed(await ask("/form", urlencoded, "a&".repeat(500_000))), [400, "INPUT_INVALID"]);
    assert.ok(workedMs(began) < 2_000);
  });
});
