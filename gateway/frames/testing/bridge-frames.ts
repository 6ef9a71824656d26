import { request as requestHttp, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import {
  answerWindowBytes,
  brokenCalls,
  bodyWindowBytes,
  callFrames,
  callsPath,
  callsProtocol,
  mostFrameBytes,
  pieceBytes,
} from "@ferrule/contract/internal/call-frames.ts";
import { readFrames } from "@ferrule/kit/frames/read-frames.ts";
import { frame, textsOf, u32 } from "@ferrule/kit/frames/testing/frame.ts";
import { readTexts } from "@ferrule/kit/frames/texts.ts";

/** The start of an `answer` frame, before its body. */
export function answerHead(status: number, headers: readonly string[], whole = false): Buffer {
  const head = Buffer.from([whole ? 1 : 0, 0, 0]);
  head.writeUInt16LE(status, 1);
  return Buffer.concat([head, textsOf(headers)]);
}

interface Bridged {
  credit: (bytes: number) => void;
  body: (piece: Buffer) => void;
  cancel: () => void;
}

/** Forwards one call from frames to the server by HTTP, and its answer back in frames. */
function bridgeCall(socket: Socket, port: number, number: number, texts: string[], bodyBytes: number): Bridged {
  const [method = "", path = "", ...headers] = texts;
  let credit = answerWindowBytes;
  let arrived = 0;
  let asked = 0;
  let answer: IncomingMessage | undefined;
  const length = bodyBytes > 0 ? ["content-length", String(bodyBytes)] : [];
  const request = requestHttp({
    port,
    host: "127.0.0.1",
    agent: false,
    method,
    path,
    headers: [...headers, "host", "127.0.0.1", ...length],
  });
  const send = () => {
    if (answer === undefined) return;
    while (credit > 0) {
      const waiting = answer.readableLength;
      // A read of 0 bytes only notices the end.
      const piece = answer.read(Math.min(credit, waiting, pieceBytes)) as Buffer | null;
      if (piece === null) return;
      credit -= piece.length;
      socket.write(frame(number, callFrames.data, piece));
    }
  };
  const breakOff = () => socket.write(frame(number, callFrames.broken, Buffer.from([brokenCalls.brokeOff])));
  request.on("response", (response) => {
    answer = response;
    socket.write(
      frame(
        number,
        callFrames.answer,
        answerHead(
          response.statusCode ?? 0,
          response.rawHeaders.map((text, at) => (at % 2 === 0 ? text.toLowerCase() : text)),
        ),
      ),
    );
    response.on("readable", send);
    response.on("end", () => socket.write(frame(number, callFrames.last)));
    response.on("error", breakOff);
  });
  request.on("error", () => {
    if (answer === undefined) breakOff();
  });
  if (bodyBytes === 0) request.end();
  return {
    credit(bytes) {
      credit += bytes;
      send();
    },
    body(piece) {
      arrived += piece.length;
      request.write(piece);
      if (arrived === bodyBytes) request.end();
      if (asked > arrived || arrived === bodyBytes) return;
      const more = Math.min(bodyWindowBytes, bodyBytes - arrived);
      asked = arrived + more;
      socket.write(frame(number, callFrames.more, u32(more)));
    },
    cancel: () => request.destroy(),
  };
}

interface Bridge {
  socket: Socket;
  /** The port that the server listens on. */
  port: number;
  /** The token that the gateway sent once for all calls. */
  token: string;
  state: () => object;
}

/** Handles the calls of one connection. */
function bridgeConnection({ socket, port, token, state }: Bridge): void {
  const calls = new Map<number, Bridged>();
  const open = (number: number, payload: Buffer) => {
    const bodyBytes = payload.readUInt32LE(0);
    const { texts, next } = readTexts(payload, 4, payload.length);
    texts.push("x-internal-token", token);
    const bridged = bridgeCall(socket, port, number, texts, bodyBytes);
    calls.set(number, bridged);
    if (bodyBytes > 0) bridged.body(payload.subarray(next));
  };
  socket.on("close", () => {
    for (const call of calls.values()) call.cancel();
  });
  readFrames(socket, {
    mostBytes: mostFrameBytes,
    onFrame(number, buffer, start, end) {
      const payload = Buffer.from(buffer.subarray(start + 1, end));
      const kind = buffer[start];
      const call = calls.get(number);
      if (kind === callFrames.ping) socket.write(frame(0, callFrames.pong, Buffer.from(JSON.stringify(state()))));
      else if (kind === callFrames.open) open(number, payload);
      else if (kind === callFrames.cancel) call?.cancel();
      else if (kind === callFrames.more) call?.credit(payload.readUInt32LE());
      else if (kind === callFrames.body) call?.body(payload);
    },
  });
}

/**
 * Lets a test's HTTP server take calls in frames too, as a worker does. Returns a function that ends the connections.
 */
export function bridgeFrames(server: Server, state: () => object): () => void {
  const sockets = new Set<Socket>();
  server.on("upgrade", (request: IncomingMessage, stream) => {
    const socket = stream as Socket;
    const { port } = server.address() as AddressInfo;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.end());
    socket.on("close", () => sockets.delete(socket));
    if (request.url !== callsPath) {
      socket.destroy();
      return;
    }
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${callsProtocol}\r\n\r\n`);
    bridgeConnection({ socket, port, token: String(request.headers["x-internal-token"]), state });
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
