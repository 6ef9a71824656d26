import { internalToken } from "../../testing.ts";
import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { TestContext } from "node:test";
import { callFrames, callsProtocol, mostFrameBytes } from "@ferrule/contract/internal/call-frames.ts";
import { frame } from "@ferrule/kit/frames/testing/frame.ts";
import { readFrames } from "@ferrule/kit/frames/read-frames.ts";

/** How a test's worker reacts to any frame but a ping. */
type Play = (socket: Socket, number: number, kind: number, payload: Buffer) => unknown;

export interface RawWorker {
  url: string;
  server: Server;
  /** All connections so far. */
  sockets: Socket[];
  /** Behaves like a stopped worker: accepts connections and never answers on them. */
  silent: boolean;
  /** On these connections, nothing arrives and nobody answers any more. */
  dead: Set<Socket>;
}

/** A worker that takes calls only in frames and sends back any bytes a test wants. It reports itself as ready. */
export async function rawWorker(t: TestContext, play: Play): Promise<RawWorker> {
  const sockets: Socket[] = [];
  const worker: RawWorker = { url: "", server: createServer(), sockets, silent: false, dead: new Set() };
  const { server } = worker;
  server.on("request", (request, response) => {
    if (!worker.silent && !serveProof(request, response, internalToken)) response.writeHead(500).end();
  });
  server.on("upgrade", (_request, stream) => {
    const socket = stream as Socket;
    sockets.push(socket);
    if (worker.silent) return;
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.end());
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${callsProtocol}\r\n\r\n`);
    readFrames(socket, {
      mostBytes: mostFrameBytes,
      onFrame(number, buffer, start, end) {
        const kind = buffer[start] ?? 0;
        if (worker.silent || worker.dead.has(socket)) return;
        if (kind === callFrames.ping) socket.write(frame(0, callFrames.pong, Buffer.from('{"status":"ready"}')));
        else play(socket, number, kind, Buffer.from(buffer.subarray(start + 1, end)));
      },
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  worker.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return worker;
}
