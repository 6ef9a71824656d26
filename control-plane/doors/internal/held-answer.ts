import type { FastifyReply } from "fastify";

/** Well below the silence after which a worker gives up (`heldSilentMs`). */
const everyMs = 1_000;

/**
 * Begins the answer of a held request after a second, and writes white space each second: JSON may begin with it. So
 * the worker notices within seconds when the connection or this process falls silent. Returns a function that ends
 * this.
 */
export function keepAnswering(reply: FastifyReply): () => void {
  const { raw } = reply;
  const timer = setInterval(() => {
    if (raw.destroyed) return;
    if (!raw.headersSent) {
      reply.hijack();
      const headers = { ...reply.getHeaders(), "content-type": "application/json; charset=utf-8" };
      // Without this header, nginx would hold the white space back.
      raw.writeHead(200, { ...headers, "x-accel-buffering": "no" } as Record<string, string>);
    }
    // We send nothing more to a peer that does not read.
    if (raw.writableLength === 0) raw.write(" ");
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Sends the answer of a held request, whether it has begun or not. */
export function sendHeld(reply: FastifyReply, body: object): FastifyReply {
  if (!reply.raw.headersSent) return reply.header("cache-control", "no-store").send(body);
  reply.raw.end(JSON.stringify(body));
  return reply;
}
