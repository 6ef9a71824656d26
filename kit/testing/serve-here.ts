import { Server as HttpServer } from "node:http";
import { Server as HttpsServer } from "node:https";
import type { Server } from "node:net";
import { listen } from "../network/listen.ts";

/** A server that listens on 127.0.0.1. Disposing it cuts its connections. */
export interface Served extends AsyncDisposable {
  port: number;
  /** Its origin over HTTP. */
  url: string;
}

/** Lets a test's server listen on 127.0.0.1, on a free port unless one is given. */
export async function serveHere(server: Server, port = 0): Promise<Served> {
  const bound = await listen(server, port, "127.0.0.1");
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}`,
    async [Symbol.asyncDispose]() {
      if (server instanceof HttpServer || server instanceof HttpsServer) server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
