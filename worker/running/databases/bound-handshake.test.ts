import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import test from "node:test";
import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { openMysql } from "./mysql/open-mysql.ts";
import { openPostgres } from "./postgres/open-postgres.ts";

/** A server that announces a huge message, and sends it until it is cut off. Counts what it could send. */
async function flood(t: test.TestContext, begin: (socket: Socket) => void) {
  const sent = { bytes: 0, isCut: false };
  const piece = Buffer.alloc(65_536);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("close", () => (sent.isCut = true));
    socket.resume();
    begin(socket);
    const more = () => {
      while (!socket.destroyed && socket.writableLength < 1_048_576) {
        sent.bytes += piece.length;
        socket.write(piece);
      }
    };
    socket.on("drain", more);
    more();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { sent, port: (server.address() as AddressInfo).port };
}

const settings = (url: string) =>
  ({ url, tls: "off", caCertificate: null, readOnly: false, statementTimeoutMs: 5_000 }) as OpenedConnection;

test("a PostgreSQL server that sends a gigabyte before the connection is open is cut off", async (t) => {
  // An error's message of 1 GiB.
  const head = Buffer.from([0x45, 0x3f, 0xff, 0xff, 0xff]);
  const { sent, port } = await flood(t, (socket) => socket.write(head));
  await assert.rejects(openPostgres(settings(`postgresql://a:b@127.0.0.1:${port}/c`), "127.0.0.1", 10_000));
  assert.ok(sent.bytes < 32 * 1_048_576, `${sent.bytes}`);
});

test("a MySQL server that sends without an end before the connection is open is cut off", async (t) => {
  const head = Buffer.from([0xff, 0xff, 0xff, 0x00]);
  const { sent, port } = await flood(t, (socket) => socket.write(head));
  await assert.rejects(openMysql(settings(`mysql://a:b@127.0.0.1:${port}/c`), "127.0.0.1", 10_000));
  assert.ok(sent.bytes < 32 * 1_048_576, `${sent.bytes}`);
});
