import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { listen } from "@ferrule/kit/listen.ts";
import type { Link } from "./link.ts";

/** How often a request without a body is sent again when its connection ends before anything is answered. */
const tries = 3;

/**
 * A proxy that speaks HTTP, as nginx does with its usual settings: callers keep their connections to it, each request is a
 * connection of its own to `link`, and a GET that got no answer is sent again.
 */
export async function httpFront(link: Link): Promise<{ port: number } & AsyncDisposable> {
  function pass(asked: IncomingMessage, answer: ServerResponse, left: number): void {
    const { method = "GET", url = "/", headers } = asked;
    const sent = request({ host: "127.0.0.1", port: link.port, method, path: url, headers, agent: false });
    sent.on("response", (received) => {
      const { connection: _, "keep-alive": __, ...passed } = received.headers;
      answer.writeHead(received.statusCode ?? 502, passed);
      pipeline(received, answer, () => undefined);
    });
    sent.on("error", () => {
      if (method === "GET" && left > 1 && !answer.headersSent && !answer.destroyed) pass(asked, answer, left - 1);
      else answer.destroy();
    });
    answer.once("close", () => sent.destroy());
    if (method === "GET") sent.end();
    else pipeline(asked, sent, () => undefined);
  }
  const server = createServer((asked, answer) => pass(asked, answer, tries));
  const port = await listen(server, 0, "127.0.0.1");
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
