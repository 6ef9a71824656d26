import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { test } from "node:test";
import { openMessageChannel } from "./message-channel.ts";

/** Both ends of a connection. */
async function pair(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const near = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [far] = (await once(server, "connection")) as [Socket];
  server.close();
  return [near, far];
}

/** Collects what arrives at one end until there are this many. */
function collect(socket: Socket, count: number, mostBytes = 1_000_000): Promise<[number, string][]> {
  const heard: [number, string][] = [];
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    openMessageChannel(socket, {
      mostBytes,
      onMessage(number, text) {
        heard.push([number, text]);
        if (heard.length === count) resolve(heard);
      },
    });
  });
}

const texts = ["", "a", "ä€😀".repeat(50), "x".repeat(300_000), "", JSON.stringify({ last: true })];

test("texts of any length arrive whole, in order, with their numbers", async () => {
  const [near, far] = await pair();
  const heard = collect(far, texts.length * 3);
  const { send, end } = openMessageChannel(near, { mostBytes: 10, onMessage: () => undefined });
  const sent = [1, 2, 0xffffffff].flatMap((number) => texts.map((text): [number, string] => [number, text]));
  for (const [number, text] of sent) send(number, text);
  end();
  assert.deepEqual(await heard, sent);
  far.end();
  await once(near, "close");
});

test("it does not matter where the stream is cut", async () => {
  const [source, tap] = await pair();
  const bytes: Buffer[] = [];
  tap.on("data", (chunk: Buffer) => bytes.push(chunk));
  const { send, end } = openMessageChannel(source, { mostBytes: 10, onMessage: () => undefined });
  for (const [at, text] of texts.entries()) send(at, text.slice(0, 150));
  end();
  await once(tap, "end");
  tap.destroy();
  const stream = Buffer.concat(bytes);
  for (const size of [1, 3, 7, 64]) {
    const [near, far] = await pair();
    const heard = collect(far, texts.length);
    near.setNoDelay(true);
    for (let at = 0; at < stream.length; at += size) {
      await new Promise((resolve) => near.write(stream.subarray(at, at + size), resolve));
    }
    assert.deepEqual(
      await heard,
      texts.map((text, at) => [at, text.slice(0, 150)]),
    );
    near.destroy();
    far.destroy();
  }
});

test("a text that is longer than it may be ends the connection before it has come", async () => {
  const [near, far] = await pair();
  const heard = collect(far, 2, 100);
  near.on("error", () => undefined);
  const { send } = openMessageChannel(near, { mostBytes: 10, onMessage: () => undefined });
  send(1, "x".repeat(100));
  send(2, "x".repeat(101));
  await assert.rejects(heard, RangeError);
  await once(near, "close");
  send(3, "goes nowhere");
});
