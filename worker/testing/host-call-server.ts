import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { hostCallsProtocol, mostMessageBytes, type HostCallBatch } from "@ferrule/contract/internal/host-calls.ts";
import { openMessageChannel } from "@ferrule/kit/frames/message-channel.ts";

/** A request that the test must answer. */
export interface Held {
  batch: HostCallBatch;
  /** The number of its connection. */
  connection: number;
  answer: (text: string) => void;
  /** The request was cancelled. */
  gone: boolean;
}

/** A control plane as host calls see it. It holds every request until the test answers it. */
export interface HostCallServer extends AsyncDisposable {
  url: string;
  held: Held[];
  connections: { headers: IncomingHttpHeaders; path: string; takeLeave: () => void; socket: Socket }[];
  /** If set, further connections are refused with this status. */
  refuseWith: number | undefined;
}

export async function startHostCallServer(): Promise<HostCallServer> {
  const server = createServer({ shouldUpgradeCallback: () => state.refuseWith === undefined }, (request, response) => {
    if (serveProof(request, response, "of the tests")) return;
    response.writeHead(state.refuseWith ?? 500).end("{}");
  });
  const state: HostCallServer = {
    url: "",
    held: [],
    connections: [],
    refuseWith: undefined,
    async [Symbol.asyncDispose]() {
      for (const { socket } of state.connections) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.on("upgrade", ({ headers, url = "" }, socket: Socket) => {
    const all = new Map<number, Held>();
    const connection = state.connections.length;
    const channel = openMessageChannel(socket, {
      mostBytes: mostMessageBytes,
      onMessage(number, text) {
        const known = all.get(number);
        if (known !== undefined) {
          known.gone = text === "";
          return;
        }
        const answer = (answered: string) => channel.send(number, answered);
        const one: Held = { batch: JSON.parse(text) as HostCallBatch, connection, answer, gone: false };
        all.set(number, one);
        state.held.push(one);
      },
    });
    state.connections.push({ headers, path: url, socket, takeLeave: () => channel.send(0, "") });
    socket.on("error", () => undefined);
    socket.once("end", channel.end);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${hostCallsProtocol}\r\n\r\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}
