import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";

interface Message {
  jsonrpc: string;
  id?: unknown;
  method?: string;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

type Handle = (message: Message, response: ServerResponse, request: IncomingMessage) => void;

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function listen(t: TestContext, handle: Handle): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => handle(JSON.parse(body) as Message, response, request));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp/development/demo/shop`;
}

/** Starts the bridge before an address; `next` is the next message that it writes. */
function start(t: TestContext, url: string, key?: string) {
  const program = fileURLToPath(new URL("bridge.mjs", import.meta.url));
  const env = key === undefined ? {} : { FERRULE_KEY: key };
  const child = spawn(process.execPath, [program, url], { env, stdio: ["pipe", "pipe", "ignore"] });
  t.after(() => child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string) as Message;
  const write = (text: string) => child.stdin.write(text);
  const send = (message: object) => write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return { child, send, write, next };
}

test("requests reach the endpoint with the key and the revision, and their responses come back", async (t) => {
  const seen: string[] = [];
  const url = await listen(t, ({ id, method }, response, { headers }) => {
    seen.push([method, headers["x-api-key"], headers["mcp-protocol-version"]].join(" "));
    if (id === undefined) return response.writeHead(202).end();
    return json(response, {
      jsonrpc: "2.0",
      id,
      result: method === "initialize" ? { protocolVersion: "2025-11-25" } : {},
    });
  });
  const { send, next } = start(t, url, "fer_key_a");
  send({ id: 0, method: "initialize" });
  assert.deepEqual((await next()).result, { protocolVersion: "2025-11-25" });
  send({ method: "notifications/initialized" });
  send({ id: "b", method: "tools/list" });
  assert.equal((await next()).id, "b");
  assert.deepEqual(seen.toSorted(), [
    "initialize fer_key_a ",
    "notifications/initialized fer_key_a 2025-11-25",
    "tools/list fer_key_a 2025-11-25",
  ]);
});

test("an event stream brings a question before the response, and the answer goes back", async (t) => {
  let answered: (() => void) | undefined;
  const url = await listen(t, (message, response) => {
    if (message.method === undefined) {
      response.writeHead(202).end();
      answered?.();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(
      `: hello\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0","id":"q","method":"elicitation/create",\r\n`,
    );
    setTimeout(() => response.write(`data: "params":{}}\r\n\r\n`), 20);
    answered = () =>
      response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { ok: true } })}\n\n`);
  });
  const { send, next } = start(t, url);
  send({ id: 1, method: "tools/call" });
  const question = await next();
  assert.deepEqual([question.id, question.method], ["q", "elicitation/create"]);
  send({ id: "q", result: { action: "accept" } });
  assert.deepEqual(await next(), { jsonrpc: "2.0", id: 1, result: { ok: true } });
});

test("texts and numbers arrive as they were, with any separator of lines in them, and at any size", async (t) => {
  const text = "a\u2028b\nc\u2029\u{1F600}".repeat(200_000);
  const url = await listen(t, ({ id, ...message }, response) => {
    const pretty = JSON.stringify({ jsonrpc: "2.0", id, result: message }, null, 2);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(pretty.replace('"number": 0', '"number": 12345678901234567890'));
  });
  const { child, send } = start(t, url);
  send({ id: 1, method: "tools/call", params: { text, number: 0 } });
  let line = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    line += part as string;
    if (line.endsWith("\n")) break;
  }
  assert.equal(line.split("\n").length, 2);
  assert.match(line, /"number": 12345678901234567890/);
  assert.equal((JSON.parse(line) as { result: { params: { text: string } } }).result.params.text, text);
});

test("each request gets an error, whatever goes wrong", async (t) => {
  const refusal = { code: -32_600, message: "The key is not valid.", data: { code: "UNAUTHENTICATED" } };
  const handle: Record<string, Handle> = {
    refused: (_, response) => json(response, { jsonrpc: "2.0", id: null, error: refusal }, 401),
    page: (_, response) => response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
    portal: (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>"),
    early: (_, response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing\n\n"),
    empty: (_, response) => response.writeHead(202).end(),
    another: ({ method }, response) => json(response, { jsonrpc: "2.0", id: `not ${method}`, result: {} }),
    cut: (_, response) => response.writeHead(200, { "content-length": 10 }).destroy(),
  };
  const url = await listen(t, (message, response, request) =>
    handle[message.method ?? ""]?.(message, response, request),
  );
  const { send, write, next } = start(t, url);
  for (const method of Object.keys(handle)) {
    send({ id: method, method });
    let message = await next();
    if (method === "another") message = await next();
    assert.equal(message.id, method);
    if (method === "refused") assert.deepEqual(message.error, refusal);
    else assert.equal(message.error?.code, -32_603, method);
  }
  for (const bad of ["{", "not JSON"]) {
    write(`${bad}\n`);
    assert.deepEqual([(await next()).error?.code], [-32_700], bad);
  }
  send({ id: 9, method: "server/discover" });
  assert.equal((await next()).error?.code, -32_601);
});

test("an address without a server is named, and the bridge goes on", async (t) => {
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  const { send, next } = start(t, `http://127.0.0.1:${port}/mcp/development/demo/shop`);
  for (const id of [1, 2]) {
    send({ id, method: "ping" });
    const { error, ...message } = await next();
    assert.equal(message.id, id);
    assert.match(error?.message ?? "", /^http:\/\/127\.0\.0\.1:\d+\/\S+: ECONNREFUSED$/);
  }
});

test("a redirect never brings the key to another server", async (t) => {
  const reached: unknown[] = [];
  const other = await listen(t, (message, response) => {
    reached.push(message);
    json(response, {});
  });
  const url = await listen(t, (_, response) => response.writeHead(307, { location: other }).end());
  const { send, next } = start(t, url, "fer_key_a");
  send({ id: 1, method: "tools/list" });
  assert.match((await next()).error?.message ?? "", /redirect/);
  assert.deepEqual(reached, []);
});

test("the bridge ends with its client, and what it had asked is cut off", async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const url = await listen(t, (_, response) => response.on("close", resolve));
  const { child, send } = start(t, url);
  send({ id: 1, method: "tools/call" });
  setTimeout(() => child.stdin.end(), 200);
  const [status] = (await once(child, "exit")) as [number];
  assert.equal(status, 0);
  await promise;
});
