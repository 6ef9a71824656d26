import type { ServerResponse } from "node:http";

/** Begins a response that is held after a second, and writes white space each second, as a control plane does. */
export function holdAnswer(response: ServerResponse): void {
  const timer = setInterval(() => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "application/json" });
    if (!response.writableEnded) response.write(" ");
  }, 1_000);
  timer.unref();
  response.once("close", () => clearInterval(timer));
}

/** Sends JSON. If a response has already begun with another status, it cuts the response off. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent && response.statusCode !== status) {
    response.destroy();
    return;
  }
  if (!response.headersSent) response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
