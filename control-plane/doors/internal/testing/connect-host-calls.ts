import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import {
  hostCallsPath,
  hostCallsProtocol,
  mostMessageBytes,
  type HostCallBatch,
  type HostCallResult,
} from "@ferrule/contract/internal/host-calls.ts";
import { openMessageChannel, type MessageChannel } from "@ferrule/kit/frames/message-channel.ts";

/** A worker's connection for host calls, operated by hand: the test decides what is sent and checks what arrives. */
export interface HostCallSocket extends Disposable {
  socket: Socket;
  send: MessageChannel["send"];
  end: () => void;
  /** The next message; rejects if the connection closes first. */
  next: () => Promise<{ number: number; text: string }>;
}

/** Asks for the connection. Returns it, or the answer if the server did not upgrade. */
export async function askForHostCalls(
  url: string,
  headers: Record<string, string>,
): Promise<HostCallSocket | IncomingMessage> {
  const asked = request(`${url}${hostCallsPath}`, { agent: false, headers });
  asked.end();
  const answered = Promise.withResolvers<HostCallSocket | IncomingMessage>();
  asked.on("error", answered.reject);
  asked.once("response", answered.resolve);
  asked.once("upgrade", (_response, socket: Socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    const heard: { number: number; text: string }[] = [];
    let wake = Promise.withResolvers<void>();
    const tell = () => {
      wake.resolve();
      wake = Promise.withResolvers();
    };
    socket.on("error", () => undefined);
    socket.once("close", tell);
    const channel = openMessageChannel(socket, {
      mostBytes: mostMessageBytes,
      onMessage(number, text) {
        heard.push({ number, text });
        tell();
      },
    });
    const next = async () => {
      for (;;) {
        const one = heard.shift();
        if (one !== undefined) return one;
        if (socket.destroyed) throw new Error("The connection has been closed.");
        await wake.promise;
      }
    };
    answered.resolve({ socket, ...channel, next, [Symbol.dispose]: () => void socket.destroy() });
  });
  return answered.promise;
}

/** A connection of a worker with this token. @throws Error when it was refused */
export async function connectHostCalls(url: string, token: string): Promise<HostCallSocket> {
  const answered = await askForHostCalls(url, {
    "x-worker-token": token,
    connection: "upgrade",
    upgrade: hostCallsProtocol,
  });
  if (!("next" in answered)) throw new Error(`It was answered ${answered.statusCode}.`);
  return answered;
}

/** Sends one request over a connection of its own, and returns its results. @throws Error when it was refused */
export async function sendHostCalls(url: string, token: string, batch: HostCallBatch): Promise<HostCallResult[]> {
  using connection = await connectHostCalls(url, token);
  connection.send(1, JSON.stringify(batch));
  const { text } = await connection.next();
  const { results } = JSON.parse(text) as { results?: HostCallResult[] };
  if (results === undefined) throw new Error(text);
  connection.end();
  await once(connection.socket, "close");
  return results;
}
