import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { keyState, type TestFunction } from "../../testing/deployed.ts";
import { outcome, type Behaviour } from "../../testing/stand-in.ts";
import { startTestWorker, until, type TestRequest } from "../../testing/test-worker.ts";
import { behaviours as usual, tools } from "../../testing/tools.ts";

const order = {
  type: "object",
  properties: {
    orderId: { type: "string", minLength: 2 },
    limit: { type: "integer", minimum: 1 },
    exact: { type: "boolean" },
    tags: { type: "array", items: { type: "integer" } },
    note: { type: ["string", "null"] },
  },
  required: ["orderId"],
};

const functions: TestFunction[] = [
  ...tools,
  { name: "order", code: "order", inputSchema: order, route: "GET /orders/{orderId}" },
  { name: "replace", code: "replace", inputSchema: order, route: "PUT /orders/{orderId}" },
  { name: "recent", code: "recent", route: "GET /orders/recent" },
  { name: "made", code: "made", route: "POST /made", successStatus: 201 },
  { name: "quiet", code: "quiet", route: "DELETE /made", successStatus: 204 },
  { name: "page", code: "page", route: "GET /page" },
  { name: "root", code: "root", route: "GET /" },
];

const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Made-By": "page",
  "Set-Cookie": "session=stolen",
  "Service-Worker-Allowed": "/",
  "Clear-Site-Data": '"*"',
  "Content-Security-Policy": "default-src *",
  "Access-Control-Allow-Origin": "*",
  "Transfer-Encoding": "chunked",
  Connection: "close",
  "X-Request-Id": "forged",
  "x-ferrule-not-started": "busy",
  NEL: "{}",
  "Alt-Svc": "clear",
  "WWW-Authenticate": "Basic",
  "X-Accel-Redirect": "/secret",
  "Bad Name": "x",
  "x-split": "a\r\nset-cookie: b",
};
const behaviours: Record<string, Behaviour> = {
  ...usual,
  order: (_call, input) => input,
  replace: (_call, input) => input,
  recent: () => "recent",
  made: ({ http }) => http,
  root: () => null,
  page: () =>
    outcome({
      kind: "returned",
      outputJson: "{}",
      reply: { kind: "http", status: 418, headers, body: Buffer.from("<b>hi</b>") },
    }),
};

const issues = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; details: { issues: { path: string }[] } } };
  return [answer.status, error.code, ...error.details.issues.map(({ path }) => path)];
};

describe("HTTP routes", () => {
  const worker = duringTests(() => startTestWorker({ functions, behaviours }));

  const ask = (path: string, init?: TestRequest) => worker.fetch(`/http/development/one/api${path}`, init);
  const send = (method: string, path: string, body: unknown) =>
    ask(path, { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });

  test("path and query are coerced by the schema and merged into one input", async () => {
    const answer = await ask("/orders/A%2D1?limit=5&exact=true&tags=1&tags=2&note=7&other=x");
    assert.deepEqual(
      [answer.status, await answer.json()],
      [200, { orderId: "A-1", limit: 5, exact: true, tags: [1, 2], note: "7", other: "x" }],
    );
    assert.deepEqual(await (await ask("/orders/12?tags=4")).json(), { orderId: "12", tags: [4] });
  });
  test("body fields keep their types and are merged with the path", async () => {
    const answer = await send("PUT", "/orders/A-1", { limit: 2, tags: [] });
    assert.deepEqual(await answer.json(), { orderId: "A-1", limit: 2, tags: [] });
    assert.deepEqual(await issues(await send("PUT", "/orders/A-1", { limit: "2" })), [
      400,
      "INPUT_INVALID",
      "input.limit",
    ]);
  });
  test("400 for a name in two places, and nothing runs", async () => {
    const before = worker.calls.length;
    assert.deepEqual(await issues(await send("PUT", "/orders/A-1", { orderId: "B-2" })), [
      400,
      "INPUT_INVALID",
      "input.orderId",
    ]);
    assert.deepEqual(await issues(await ask("/orders/A-1?orderId=A-1")), [400, "INPUT_INVALID", "input.orderId"]);
    assert.equal(worker.calls.length, before);
  });
  test("400 with paths and without values for an input that does not fit, recorded as rejected", async () => {
    worker.records.length = 0;
    const answer = await ask("/orders/A-1?limit=very-private");
    const text = await answer.clone().text();
    assert.deepEqual(await issues(answer), [400, "INPUT_INVALID", "input.limit"]);
    assert.doesNotMatch(text, /very-private/);
    const [record] = worker.records;
    assert.deepEqual([record?.status, record?.functionName, record?.source], ["rejected", "order", "http"]);
  });
  test("400 for a body that is no object, for a broken escape and for broken JSON", async () => {
    assert.deepEqual(await issues(await send("PUT", "/orders/A-1", [1])), [400, "INPUT_INVALID", "body"]);
    assert.equal((await ask("/orders/%E0%A4%A")).status, 400);
    const broken = await ask("/made", { method: "POST", body: "{", headers: { "content-type": "application/json" } });
    assert.equal(((await broken.json()) as { error: { code: string } }).error.code, "MALFORMED_JSON");
  });
  test("400 with all that is wrong at once", async () => {
    const answer = await send("PUT", "/orders/A", { limit: 0, exact: "very-private", tags: ["x"], note: 1 });
    const { error } = (await answer.json()) as { error: { details: { issues: { path: string; message: string }[] } } };
    assert.deepEqual(
      error.details.issues.map(({ path, message }) => `${path} ${message}`),
      [
        "input.orderId must have at least 2 characters",
        "input.limit must be at least 1",
        "input.exact must be true or false",
        "input.tags.0 must be an integer",
        "input.note must be a string or null",
      ],
    );
  });
  test("400 for a number that is too large for JSON's readers, wherever it stands", async () => {
    const headers = { "content-type": "application/json" };
    for (const number of ["1e999", "-1E+400", `1${"0".repeat(400)}`]) {
      const answer = await ask("/orders/A-1", { method: "PUT", body: `{"free":[{"n":${number}}]}`, headers });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /"body.free.0.n","message":"is larger than the largest number"/);
    }
    const fine = await ask("/orders/A-1", { method: "PUT", body: '{"free":"1e999","n":1e-999,"m":1e300}', headers });
    assert.equal(fine.status, 200);
  });
  test("400 for an integer that would change, wherever it is, with the reason", async () => {
    const told = /would lose digits: numbers hold integers exactly only up to 9007199254740991/;
    const headers = { "content-type": "application/json" };
    const body = await ask("/orders/A-1", { method: "PUT", body: '{"free":{"id":9007199254740993}}', headers });
    assert.equal(body.status, 400);
    assert.match(await body.text(), told);
    const query = await ask("/orders/A-1?limit=9007199254740993");
    assert.equal(query.status, 400);
    assert.match(await query.text(), told);
  });
  test("__proto__ in a body is a field like any other", async () => {
    const body = '{"__proto__":{"limit":"x"},"limit":3}';
    const answer = await ask("/orders/A-1", { method: "PUT", body, headers: { "content-type": "application/json" } });
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '{"orderId":"A-1","__proto__":{"limit":"x"},"limit":3}');
  });
  test("a fixed segment goes before a parameter; what is not there is 404; a trailing slash is another path", async () => {
    assert.equal(await (await ask("/orders/recent")).json(), "recent");
    for (const path of ["/orders", "/orders/A-1/x", "/orders/A-1/", "/nothing", "//orders/A-1"]) {
      assert.equal((await ask(path)).status, 404, path);
    }
    assert.equal((await ask("")).status, 200);
    assert.equal((await ask("/")).status, 200);
  });
  test("405 with Allow for a method that the path does not take; HEAD is served where GET is", async () => {
    const answer = await ask("/orders/A-1", { method: "DELETE" });
    assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD, PUT, OPTIONS"]);
    const head = await ask("/orders/A-1", { method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "17", ""]);
    assert.equal((await ask("/made", { method: "HEAD" })).status, 405);
  });
  test("successStatus is the answer's, and 204 has no body", async () => {
    assert.equal((await send("POST", "/made", {})).status, 201);
    const quiet = await ask("/made", { method: "DELETE" });
    assert.deepEqual([quiet.status, await quiet.text(), quiet.headers.get("content-type")], [204, "", null]);
  });
  test("a Function sees method, path, query and headers without cookies and credentials", async () => {
    const answer = await ask("/made?a=1&a=2", {
      method: "POST",
      headers: {
        cookie: "ferrule_session=x",
        authorization: "Bearer y",
        "x-custom": "z",
        "x-forwarded-for": "10.1.2.3",
      },
    });
    const seen = (await answer.json()) as {
      method: string;
      path: string;
      query: object;
      headers: Record<string, string>;
    };
    assert.deepEqual([seen.method, seen.path, seen.query], ["POST", "/made", { a: ["1", "2"] }]);
    assert.equal(seen.headers["x-custom"], "z");
    for (const name of ["cookie", "authorization", "x-api-key", "x-internal-token", "host"]) {
      assert.equal(seen.headers[name], undefined, name);
    }
  });
  test("ctx.http.respond decides status, type and body, and cannot act on the shared origin", async () => {
    const answer = await ask("/page");
    assert.deepEqual([answer.status, await answer.text()], [418, "<b>hi</b>"]);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(answer.headers.get("x-made-by"), "page");
    assert.equal(answer.headers.get("content-security-policy"), "sandbox allow-scripts allow-forms");
    assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
    const gone = ["set-cookie", "service-worker-allowed", "clear-site-data", "access-control-allow-origin", "x-split"];
    const more = ["x-ferrule-not-started", "nel", "alt-svc", "www-authenticate", "x-accel-redirect"];
    for (const name of [...gone, ...more]) assert.equal(answer.headers.get(name), null, name);
  });
  test("every answer is sandboxed and not sniffed, errors too", async () => {
    for (const path of ["/orders/A-1", "/nothing", "/throws"]) {
      const answer = await ask(path);
      assert.equal(answer.headers.get("content-security-policy"), "sandbox allow-scripts allow-forms");
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    }
  });
  test("a Function's own error has its own code, status and details; any other a safe sentence", async () => {
    const own = await ask("/fails");
    const requestId = own.headers.get("x-request-id");
    assert.deepEqual(
      [own.status, await own.json()],
      [404, { error: { code: "ORDER_NOT_FOUND", message: "No order A-1", requestId, details: { orderId: "A-1" } } }],
    );
    const other = await ask("/throws");
    const text = await other.text();
    assert.equal(other.status, 500);
    assert.match(text, /"code":"FUNCTION_ERROR"/);
    assert.doesNotMatch(text, /hunter2/);
  });
  test("403 for a key that may not call this route", async () => {
    await using scoped = await startTestWorker({ functions, behaviours });
    scoped.feed.say(keyState("http", { scopes: ["GET /orders/{orderId}"] }));
    const status = async (path: string) => (await scoped.fetch(`/http/development/one/api${path}`)).status;
    await until("the scopes are live", async () => (await status("/orders/recent")) === 403);
    assert.equal(await status("/orders/A-1"), 200);
  });
});

function broken(): never {
  throw new Error("secret path /srv/worker");
}

describe("what the sandbox ends", () => {
  for (const [reason, status, code, recorded] of [
    ["timeout", 504, "FUNCTION_TIMEOUT", "timed_out"],
    ["cpu", 504, "FUNCTION_CPU_EXCEEDED", "timed_out"],
    ["memory", 500, "FUNCTION_OUT_OF_MEMORY", "failed"],
    ["output", 500, "FUNCTION_OUTPUT_TOO_LARGE", "failed"],
    ["cancelled", 503, "FUNCTION_CANCELLED", "cancelled"],
  ] as const) {
    test(`${reason}: ${status} ${code}, recorded as ${recorded}`, async () => {
      const one: TestFunction = { name: "ends", code: "ends", route: "GET /ends" };
      await using worker = await startTestWorker({
        functions: [one],
        behaviours: { ends: () => outcome({ kind: "terminated", reason, message: "It ended." }) },
      });
      const answer = await worker.fetch("/http/development/one/api/ends");
      assert.deepEqual(
        [answer.status, ((await answer.json()) as { error: { code: string } }).error.code],
        [status, code],
      );
      assert.deepEqual([worker.records[0]?.status, worker.records[0]?.error?.code], [recorded, code]);
    });
  }
  test("an answer that is none in HTTP is OUTPUT_INVALID, and the worker lives", async () => {
    const one: TestFunction = { name: "odd", code: "odd", route: "GET /odd" };
    const reply = { kind: "http", status: 99_999, headers: {}, body: Buffer.from("x") } as const;
    const odd = () => outcome({ kind: "returned", outputJson: "{}", reply });
    await using worker = await startTestWorker({ functions: [one], behaviours: { odd } });
    const answer = await worker.fetch("/http/development/one/api/odd");
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), /"code":"OUTPUT_INVALID"/);
    assert.equal((await worker.fetch("/health")).status, 200);
  });
  test("a failure of the platform is INTERNAL, without its cause", async () => {
    const one: TestFunction = { name: "breaks", code: "breaks", route: "GET /breaks" };
    await using worker = await startTestWorker({ functions: [one], behaviours: { breaks: broken } });
    const answer = await worker.fetch("/http/development/one/api/breaks");
    const text = await answer.text();
    assert.equal(answer.status, 500);
    assert.match(text, /"code":"INTERNAL"/);
    assert.doesNotMatch(text + JSON.stringify(worker.records), /srv/);
    assert.equal(worker.serving.slots.running, 0);
  });
});
