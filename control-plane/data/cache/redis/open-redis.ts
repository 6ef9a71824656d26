import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { createClient } from "@redis/client";

interface OpenRedisOptions {
  url: string;
  log: Log;
  /** The name in the server's list of clients. */
  name: string;
}

/** How long startup waits for a silent server; meanwhile calls fail at once. */
const firstConnectMs = 3_000;
/** How long the end waits for commands that are under way. */
const closeMs = 1_000;

function connect({ url, log, name }: OpenRedisOptions) {
  const client = createClient({
    url,
    name,
    // Without a connection, calls fail at once instead of waiting.
    disableOfflineQueue: true,
    commandOptions: { timeout: 3_000 },
    // A command has no timeout of its own. If the server falls silent, this ping ends the connection, and with it every
    // command.
    pingInterval: 1_000,
    socket: {
      connectTimeout: 3_000,
      socketTimeout: 3_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2_000),
    },
  });
  client.on("error", (error: unknown) => log.warn({ err: error }, "the cache's server cannot be reached"));
  return client;
}

export type RedisClient = ReturnType<typeof connect>;

/** A client of Valkey or Redis that reconnects by itself. You get it even while the server is unreachable. */
export async function openRedis(options: OpenRedisOptions): Promise<RedisClient & AsyncDisposable> {
  const client = connect(options);
  const connecting = client
    .connect()
    .catch((error: unknown) => options.log.error({ err: error }, "no connection to the cache"));
  await Promise.race([connecting, delay(firstConnectMs, undefined, { ref: false })]);
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      // Closing waits for the replies to all commands, which a silent server never sends.
      if (client.isReady) await Promise.race([client.close(), delay(closeMs, undefined, { ref: false })]);
      if (client.isOpen) client.destroy();
    },
  });
}
