import type { Server } from "node:http";
import type { Socket } from "node:net";
import {
  hostCallsProtocol,
  mostMessageBytes,
  type HostCall,
  type HostCallBatch,
  type HostCallResult,
} from "@ferrule/contract/internal/host-calls.ts";
import { openMessageChannel } from "@ferrule/kit/frames/message-channel.ts";

/** Answers the host calls of workers that connect to this server, each by `answer`. Returns how to cut them off. */
export function answerHostCalls(server: Server, answer: (call: HostCall) => HostCallResult): () => void {
  const sockets = new Set<Socket>();
  server.on("upgrade", (_request, socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    const channel = openMessageChannel(socket, {
      mostBytes: mostMessageBytes,
      onMessage(number, text) {
        if (text === "") return;
        const { calls } = JSON.parse(text) as HostCallBatch;
        channel.send(number, JSON.stringify({ results: calls.map(answer) }));
      },
    });
    socket.once("end", channel.end);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${hostCallsProtocol}\r\n\r\n`);
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
