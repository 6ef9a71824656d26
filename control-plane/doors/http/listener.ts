import type { FastifyInstance } from "fastify";
import { listen } from "@ferrule/kit/network/listen.ts";
import { sayGoodbye } from "@ferrule/kit/http/say-goodbye.ts";

const drainMs = 5_000;

export interface Listener extends AsyncDisposable {
  port: number;
}

/**
 * Opens a server's port. Disposing lets callers leave, if `goodbye` says so. Then it accepts no new connections, drains
 * requests for at most 5 s, closes connections as they become idle, and stops the server.
 * @throws ListenError for a port that is taken or forbidden
 */
export async function openListener(
  server: FastifyInstance,
  { port, host, goodbye = false }: { port: number; host: string; goodbye?: boolean },
): Promise<Listener> {
  await server.ready();
  const bound = await listen(server.server, port, host);
  return {
    port: bound,
    async [Symbol.asyncDispose]() {
      if (goodbye) await sayGoodbye(server.server);
      const closing = new Promise<void>((resolve) => server.server.close(() => resolve()));
      const sweep = setInterval(() => server.server.closeIdleConnections(), 20);
      const force = setTimeout(() => server.server.closeAllConnections(), drainMs);
      await closing;
      clearInterval(sweep);
      clearTimeout(force);
      await server.close();
    },
  };
}
