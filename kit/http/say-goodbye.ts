import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

interface GoodbyeOptions {
  /** If nobody has asked for this long, load balancers know that this process is leaving. */
  quietMs?: number;
  /** The longest goodbye. */
  mostMs?: number;
}

const lookEveryMs = 25;

/**
 * Before a server closes, waits until its callers have left: until then, `/ready` returns 503, and every response says
 * that its connection ends. If a caller wrote a request into a closing connection, it would be lost. With no connection
 * left, the wait ends at once.
 */
export async function sayGoodbye(
  server: Server,
  { quietMs = 300, mostMs = 2_500 }: GoodbyeOptions = {},
): Promise<void> {
  const began = performance.now();
  let heardAt = began;
  const heard = (_request: IncomingMessage, response: ServerResponse) => {
    heardAt = performance.now();
    response.shouldKeepAlive = false;
  };
  const connections = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  if (connections === 0) return;
  server.prependListener("request", heard);
  for (let now = began; now - heardAt < quietMs && now - began < mostMs; now = performance.now())
    await delay(lookEveryMs);
  server.off("request", heard);
}
