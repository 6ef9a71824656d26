import { createServer, type Server } from "node:http";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import { customers, orders, perEuro } from "./data.ts";

type Answer = [status: number, body: unknown];

function answer(url: URL): Answer {
  const order = /^\/orders\/([^/]+)$/.exec(url.pathname);
  if (order) {
    const found = orders.find((candidate) => candidate.id === decodeURIComponent(order[1] ?? ""));
    return found ? [200, found] : [404, { error: "no such order" }];
  }
  if (url.pathname === "/orders") return [200, orders];
  if (url.pathname === "/rates") return [200, { perEuro }];
  if (url.pathname === "/customers") {
    const query = (url.searchParams.get("q") ?? "").toLowerCase();
    return [200, customers.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(query))];
  }
  return url.pathname === "/health" ? [200, { status: "ok" }] : [404, { error: "no such path" }];
}

/**
 * A stand-in for somebody's internal service that the demo's Functions call: `/orders`, `/orders/{id}`,
 * `/customers?q=`, `/rates`. Read-only, without state.
 */
export function createMockIntegration(): Server {
  return createServer((request, response) => {
    response.setHeader("x-request-id", requestIdFrom(request.headers["x-request-id"]));
    let result: Answer = [404, { error: "no such path" }];
    try {
      result = answer(new URL(request.url ?? "/", "http://mock.invalid"));
    } catch {
      result = [400, { error: "bad path" }];
    }
    const allowed = request.method === "GET" || request.method === "HEAD";
    response.writeHead(allowed ? result[0] : 405, { "content-type": "application/json" });
    response.end(JSON.stringify(allowed ? result[1] : { error: "read-only" }));
  });
}
