import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import test from "node:test";
import { fakeUpstream, testGateway, until } from "./testing.ts";

/** Writes so many requests at once, and counts the answers by status. */
async function pipeline(
  port: number,
  path: string,
  count: number,
): Promise<{ socket: Socket; statuses: Map<string, number> }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const statuses = new Map<string, number>();
  let rest = "";
  socket.on("data", (piece: Buffer) => {
    rest += piece.toString("latin1");
    for (const [, status = ""] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    rest = rest.slice(-12);
  });
  socket.on("error", () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(count));
  return { socket, statuses };
}

test("20 connections with 1,000 requests in one write leave room for a read of somebody else", async (t) => {
  const waiting: (() => void)[] = [];
  const controlPlane = await fakeUpstream(t, (_request, response, { url }) => {
    const answer = () => response.writeHead(200, { "content-type": "application/json" }).end("{}");
    if (url === "/api/quiet") answer();
    else waiting.push(answer);
  });
  const gateway = await testGateway(t, { controlPlane });
  const loud = await Promise.all(Array.from({ length: 20 }, () => pipeline(gateway.port, "/api/loud", 1_000)));
  t.after(() => {
    for (const { socket } of loud) socket.destroy();
  });
  await until(() => waiting.length >= 256);

  // Of another address.
  const socket = connect({ port: gateway.port, host: "127.0.0.1", localAddress: "127.0.0.3" });
  await once(socket, "connect");
  socket.write("GET /api/quiet HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  const [first] = (await once(socket, "data")) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 200 /);
  assert.equal(waiting.length, 256, "an address has no more than 256 requests begun");

  // All that waited is answered in the end, whatever others of the same address do.
  loud[0]?.socket.destroy();
  const answering = setInterval(() => {
    for (const answer of waiting.splice(0)) answer();
  }, 1);
  t.after(() => clearInterval(answering));
  const sum = () => loud.slice(1).reduce((all, { statuses }) => all + (statuses.get("200") ?? 0), 0);
  await until(() => sum() >= 19_000);
  for (const { statuses } of loud.slice(1)) assert.deepEqual([...statuses], [["200", 1_000]]);
});
