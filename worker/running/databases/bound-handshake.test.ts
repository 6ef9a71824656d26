import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import test from "node:test";
import { TLSSocket } from "node:tls";
import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { generate } from "selfsigned";
import { openMysql } from "./mysql/open-mysql.ts";
import { openPostgres } from "./postgres/open-postgres.ts";

/** A server that announces a huge message, and sends it until it is cut off. It counts how much it could send. */
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

/** The greeting of a MySQL server that offers TLS. */
function greetingWithTls(): Buffer {
  const capabilities = 0x8000 | 0x0800 | 0x0200;
  const body = Buffer.concat([
    Buffer.from([10]),
    Buffer.from("8.0.0\0"),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from("12345678\0"),
    Buffer.from([capabilities & 255, capabilities >> 8, 45, 2, 0, 8, 0, 21]),
    Buffer.alloc(10),
    Buffer.from("123456789012\0"),
    Buffer.from("mysql_native_password\0"),
  ]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
}

test("a MySQL server that sends without an end over TLS before the connection is open is cut off", async (t) => {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec" });
  const sent = { bytes: 0 };
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write(greetingWithTls());
    socket.once("readable", () => {
      // The request for TLS. The request for TLS.
      socket.read(36);
      const secure = new TLSSocket(socket, { isServer: true, cert, key });
      secure.on("error", () => undefined);
      secure.once("data", () => {
        secure.write(Buffer.from([0xff, 0xff, 0xff, 2]));
        const piece = Buffer.alloc(65_536);
        const more = () => {
          while (!secure.destroyed && secure.writableLength < 1_048_576) {
            sent.bytes += piece.length;
            secure.write(piece);
          }
        };
        secure.on("drain", more);
        more();
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const overTls = { ...settings(`mysql://a:b@127.0.0.1:${port}/c`), tls: "require" } as OpenedConnection;
  await assert.rejects(openMysql(overTls, "127.0.0.1", 10_000), /said too much/);
  assert.ok(sent.bytes < 32 * 1_048_576, `${sent.bytes}`);
});

test("a MySQL server that says what nobody asked for ends its connection, and nothing else", async (t) => {
  const ok = Buffer.from([7, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write(greetingWithTls());
    socket.once("data", () => socket.write(Buffer.concat([ok, ok, ok, ok])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await assert.rejects(openMysql(settings(`mysql://a:b@127.0.0.1:${port}/c`), "127.0.0.1", 3_000));
});
