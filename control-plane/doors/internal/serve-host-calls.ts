import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { PublicError } from "@ferrule/contract/errors.ts";
import {
  hostCallBatch,
  hostCallsPath,
  hostCallsProtocol,
  mostMessageBytes,
} from "@ferrule/contract/internal/host-calls.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { openMessageChannel } from "@ferrule/kit/frames/message-channel.ts";
import type { FastifyInstance } from "fastify";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { App } from "../../ground/app.ts";
import { answerBatch } from "./answer-batch.ts";
import { toPublicError } from "../../ground/handler/to-public-error.ts";
import { parse } from "./parse.ts";
import { isWorker } from "./require-token.ts";

/** We serve at most this many requests of one worker at once; further ones wait in the connection. */
const mostUnderWay = 64;
/** A worker that is silent for this long is gone. It closes an idle connection long before. */
const silentMs = 120_000;
/** How long a worker has to read its responses and leave when the process drains. */
const drainMs = 5_000;

/** Whether a worker wants to upgrade the connection for its host calls. */
export const asksForHostCalls = (app: App, request: IncomingMessage): boolean =>
  request.url === hostCallsPath &&
  request.method === "GET" &&
  request.headers.upgrade?.toLowerCase() === hostCallsProtocol &&
  isWorker(app, request);

async function answer(app: App, text: string, signal: AbortSignal): Promise<string> {
  try {
    const batch = parse(hostCallBatch, JSON.parse(text), "body");
    return JSON.stringify({ results: await answerBatch(app, batch, signal) });
  } catch (cause) {
    const error = cause instanceof SyntaxError ? new PublicError("MALFORMED_JSON", undefined, { cause }) : cause;
    const { code, message } = toPublicError(error);
    const requestId = identifier("req");
    app.log.error({ err: error, requestId, code }, "a request for host calls failed");
    return JSON.stringify({ error: { code, message, requestId } });
  }
}

/** Answers the host calls of one worker until it leaves. */
function takeHostCalls(app: App, socket: Socket): void {
  const underWay = new Map<number, AbortController>();
  // Backpressure: while a worker does not read its answers, we do not read its requests.
  const pace = () => {
    if (underWay.size >= mostUnderWay || socket.writableNeedDrain) socket.pause();
    else socket.resume();
  };
  const channel = openMessageChannel(socket, {
    mostBytes: mostMessageBytes,
    onMessage(number, text) {
      if (text === "") return underWay.get(number)?.abort();
      const gone = new AbortController();
      underWay.set(number, gone);
      pace();
      const answering = answer(app, text, gone.signal).then((answered) => {
        underWay.delete(number);
        if (!gone.signal.aborted) channel.send(number, answered);
        pace();
      });
      unwaited(answering, (error) => {
        app.log.error({ err: error }, "host calls could not be answered");
        socket.destroy();
      });
    },
  });
  const drain = () => {
    channel.send(0, "");
    setTimeout(() => socket.destroy(), drainMs).unref();
  };
  socket.setNoDelay(true);
  socket.setTimeout(silentMs, () => socket.destroy());
  socket.on("drain", pace);
  socket.once("end", channel.end);
  socket.on("error", (error) => app.log.debug({ err: error }, "a connection for host calls broke"));
  socket.once("close", () => {
    app.closing.removeEventListener("abort", drain);
    for (const gone of underWay.values()) gone.abort();
  });
  app.closing.addEventListener("abort", drain, { once: true });
  if (app.closing.aborted) drain();
}

/**
 * Serves the connections over which workers make the host calls that need stored data: see `hostCallsPath` in the
 * contract. It does not start a request for which nobody waits any more.
 */
export function serveHostCalls(routes: FastifyInstance, app: App): void {
  routes.get(hostCallsPath, async () => {
    throw new PublicError("VALIDATION_ERROR", `This is only for connections with Upgrade: ${hostCallsProtocol}.`);
  });
  routes.server.on("upgrade", (_request, socket: Socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${hostCallsProtocol}\r\n\r\n`);
    takeHostCalls(app, socket);
  });
}
