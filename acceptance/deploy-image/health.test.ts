import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createRawServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { listen } from "@ferrule/kit/network/listen.ts";
import { generate } from "selfsigned";

const program = join(import.meta.dirname, "../../deploy/health.mjs");

/** The exit code of the image's health check for a role that has `env` and listens as `server`. */
async function checked(t: TestContext, server: Server, env: Record<string, string> = {}): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  const port = await listen(server, 0, "127.0.0.1");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const child = spawn(process.execPath, [program], { env: { PORT: String(port), ...env } });
  const [code] = (await once(child, "exit")) as [number];
  return code;
}

const healthy: RequestListener = ({ url }, response) => response.writeHead(url === "/health" ? 200 : 404).end();
const sick: RequestListener = (_request, response) => response.writeHead(503).end();
const { cert, private: key } = await generate([{ name: "commonName", value: "worker" }], { keyType: "ec" });
const secure = (handle: RequestListener) => createSecureServer({ cert, key, minVersion: "TLSv1.3" }, handle);
const settings: Record<string, string>[] = [{}, { TLS_CERT_FILE: "/tls/c" }, { INTERNAL_TLS_CERT_FILE: "/tls/c" }];

for (const env of settings) {
  test(`with ${Object.keys(env)[0] ?? "no certificate"} set, the health check finds a role by http and by https`, async (t) => {
    // A gateway does not read INTERNAL_TLS_CERT_FILE, and a worker does not read TLS_CERT_FILE.
    for (const make of [createServer, secure]) {
      assert.equal(await checked(t, make(healthy), env), 0);
      assert.equal(await checked(t, make(sick), env), 1);
    }
  });
}

test("the health check fails in time for a role that is not there, hangs up or says nothing", async (t) => {
  const server = createRawServer();
  const port = await listen(server, 0, "127.0.0.1");
  server.close();
  assert.equal(await checked(t, createServer(), { PORT: String(port) }), 1);
  assert.equal(
    await checked(
      t,
      createRawServer((socket) => socket.end()),
    ),
    1,
  );
  const start = performance.now();
  assert.equal(
    await checked(
      t,
      createRawServer(() => undefined),
    ),
    1,
  );
  assert.ok(performance.now() - start < 5_000);
});
