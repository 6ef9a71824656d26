import assert from "node:assert/strict";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { Pool } from "undici";
import { listen } from "../network/listen.ts";
import { connectToPeer, peerConnector } from "./connect-to-peer.ts";
import { answerChallenge, proofPath } from "./peer-proof.ts";
import { serveProof } from "./testing/serve-proof.ts";

const token = "a token of the tests, of thirty-two characters and more";
const peerOf = (url: string, timeoutMs = 5_000) => peerConnector({ url, token, timeoutMs });

/** A host that answers as told, and hears every byte. */
async function hostOf(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const heard: string[] = [];
  const server = createHttpServer(answer);
  server.on("connection", (socket: Socket) => socket.on("data", (bytes) => heard.push(String(bytes))));
  const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, heard: () => heard.join("") };
}

async function askBy(url: string, connector = peerOf(url)) {
  const pool = new Pool(url, { connect: connector });
  try {
    const answer = await pool.request({ method: "GET", path: "/secret", headers: { "x-internal-token": token } });
    return await answer.body.text();
  } finally {
    await pool.destroy();
  }
}

test("a peer that proves what it knows is sent the rest over the same connection", async (t) => {
  const paths: string[] = [];
  const host = await hostOf(t, (request, response) => {
    paths.push(request.url ?? "");
    if (!serveProof(request, response, token)) response.end("the answer");
  });
  assert.equal(await askBy(host.url), "the answer");
  assert.deepEqual(paths, [proofPath, "/secret"]);
  assert.ok(host.heard().indexOf(token) > host.heard().indexOf(proofPath));
});

test("a peer that stops in the middle of the TLS handshake is given up in time", async (t) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  const url = `https://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const began = performance.now();
  await assert.rejects(connectToPeer({ url }, peerOf(url, 300)), { code: "UND_ERR_CONNECT_TIMEOUT" });
  assert.ok(performance.now() - began < 5_000);
  assert.equal(sockets.size, 1);
});

const strangers: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  "answers 200 to everything": (_request, response) => response.end('{"status":"ready"}'),
  "answers 200 and nothing": (_request, response) => response.end(),
  "answers with null": (_request, response) => response.end("null"),
  "says 101 to everything": (_request, response) =>
    response.writeHead(200).end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
  "knows another token": (request, response) => serveProof(request, response, "another token"),
  "repeats an old proof": (_request, response) =>
    response.end(JSON.stringify(answerChallenge([token], "A".repeat(43)))),
  "gives the challenge back": ({ headers }, response) =>
    response.end(JSON.stringify({ proofs: [headers["x-ferrule-challenge"]] })),
  "answers 404 as a role does": (_request, response) =>
    response.writeHead(404, { "x-request-id": "r" }).end('{"error":{"code":"NOT_FOUND","requestId":"r"}}'),
  "answers 404 in another form": (_request, response) => response.writeHead(404).end("Not found"),
  "answers without an end": (_request, response) => response.write("x".repeat(100_000)),
  "sends megabytes": (_request, response) =>
    response.writeHead(200, { "content-length": 9_000_000 }).write("x".repeat(1e6)),
  "sends too much": (_request, response) => response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}{}`),
  "is no server of HTTP": (_request, response) => response.socket?.end("SSH-2.0-OpenSSH_9.9\r\n"),
  "hangs up": (_request, response) => response.socket?.end(),
  resets: (_request, response) => response.socket?.resetAndDestroy(),
};

for (const [what, answer] of Object.entries(strangers))
  test(`a host that ${what} is sent a challenge and nothing else`, async (t) => {
    const host = await hostOf(t, answer);
    await assert.rejects(askBy(host.url), /.|/);
    await assert.rejects(connectToPeer({ url: host.url }, peerOf(host.url)));
    const heard = host.heard();
    assert.match(heard, /^GET \/internal\/proof HTTP\/1\.1\r\n/);
    assert.doesNotMatch(heard, /secret|token/);
  });

test("a host that says nothing is given up", async (t) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await assert.rejects(connectToPeer({ url }, peerOf(url, 200)), { code: "ECONNREFUSED" });
});

test("it is asked under the path of its address, and a signal ends the asking", async (t) => {
  const paths: string[] = [];
  const host = await hostOf(t, (request, response) => {
    paths.push(request.url ?? "");
    response.end(JSON.stringify(answerChallenge([token], request.headers["x-ferrule-challenge"])));
  });
  const socket = await connectToPeer({ url: host.url }, peerOf(`${host.url}/ferrule/`));
  socket.destroy();
  assert.deepEqual(paths, [`/ferrule${proofPath}`]);
  await assert.rejects(
    connectToPeer({ url: host.url }, peerOf(host.url), AbortSignal.abort(new Error("enough"))),
    /enough/,
  );
});
