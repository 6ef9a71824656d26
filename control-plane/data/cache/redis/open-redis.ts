import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { createClient } from "@redis/client";

interface OpenRedisOptions {
  url: string;
  log: Log;
  /** As the server lists it. */
  name: string;
}

/** How long startup waits for a server that does not answer; calls are refused meanwhile. */
const firstConnectMs = 3_000;
/** How long the end waits for commands that were sent. */
const closeMs = 1_000;

function connect({ url, log, name }: OpenRedisOptions) {
  const client = createClient({
    url,
    name,
    // Without a connection, calls are refused at once instead of waiting.
    disableOfflineQueue: true,
    commandOptions: { timeout: 3_000 },
    // Commands that were sent have no timeout. A server that falls silent loses its connection, and refuses them so.
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

/** A client of Valkey or Redis that connects again by itself. It is there also while the server is away. */
export async function openRedis(options: OpenRedisOptions): Promise<RedisClient & AsyncDisposable> {
  const client = connect(options);
  const connecting = client
    .connect()
    .catch((error: unknown) => options.log.error({ err: error }, "no connection to the cache"));
  await Promise.race([connecting, delay(firstConnectMs, undefined, { ref: false })]);
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      // Closing waits for the answers of what was sent, which a silent server never gives.
      if (client.isReady) await Promise.race([client.close(), delay(closeMs, undefined, { ref: false })]);
      if (client.isOpen) client.destroy();
    },
  });
}
