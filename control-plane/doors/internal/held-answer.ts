import type { FastifyReply } from "fastify";

/** Well below the silence after which a worker gives up (`heldSilentMs`). */
const everyMs = 1_000;

/**
 * Begins the answer of a held request after a second, and writes white space each second: JSON may begin with it. So the
 * worker notices within seconds that the connection, or this process, has fallen silent. Answers how to end it.
 */
export function keepAnswering(reply: FastifyReply): () => void {
  const { raw } = reply;
  const timer = setInterval(() => {
    if (raw.destroyed) return;
    if (!raw.headersSent) {
      reply.hijack();
      const headers = { ...reply.getHeaders(), "content-type": "application/json; charset=utf-8" };
      // nginx would keep the white space to itself.
      raw.writeHead(200, { ...headers, "x-accel-buffering": "no" } as Record<string, string>);
    }
    // A peer that takes nothing gets no more.
    if (raw.writableLength === 0) raw.write(" ");
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Answers a request that was held, whether its answer has begun or not. */
export function sendHeld(reply: FastifyReply, body: object): FastifyReply {
  if (!reply.raw.headersSent) return reply.header("cache-control", "no-store").send(body);
  reply.raw.end(JSON.stringify(body));
  return reply;
}
