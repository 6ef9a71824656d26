import type { IncomingMessage, ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { expose } from "../metrics/exposition.ts";
import { clockBehindSeconds } from "../watch-clock.ts";
import { tokensEqual } from "../tokens-equal.ts";

export interface OperationalState {
  /** Names the parts that keep this process from serving; empty when it can serve. */
  failing: () => Promise<string[]> | string[];
  /** Names the parts that are missing, and without which this process still serves. */
  degraded?: () => string[];
  metrics: Registry;
  /** More fields for `/ready`'s answer, for example the load. */
  detail?: () => Record<string, unknown>;
  /** When set, `/metrics` needs `Authorization: Bearer <token>`. */
  metricsToken?: string | undefined;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

/**
 * The answer of `GET /ready`: whether the process can serve, which parts fail or are missing, and by how much a wrong
 * clock is off.
 */
export async function readiness(state: OperationalState): Promise<{ status: number; body: object }> {
  const parts = await state.failing();
  const missing = state.degraded?.() ?? [];
  const said = parts.length === 0 ? { status: "ready" } : { status: "unready", failing: parts };
  const degraded = missing.length === 0 ? {} : { degraded: missing };
  const behindSeconds = clockBehindSeconds();
  const clock = behindSeconds === null ? {} : { clockBehindSeconds: behindSeconds };
  return { status: parts.length === 0 ? 200 : 503, body: { ...said, ...degraded, ...clock, ...state.detail?.() } };
}

/**
 * Answers `GET /health` (the process is alive), `GET /ready` (it can serve; otherwise 503 names the failing parts) and
 * `GET /metrics` (Prometheus text). Returns false, without writing anything, for any other path. The caller must have
 * set `x-request-id` already.
 */
export async function serveOperational(
  request: IncomingMessage,
  response: ServerResponse,
  state: OperationalState,
): Promise<boolean> {
  const path = (request.url ?? "/").split("?", 1)[0];
  if (path !== "/health" && path !== "/ready" && path !== "/metrics") return false;
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET");
    const requestId = String(response.getHeader("x-request-id") ?? "");
    send(response, 405, { error: { code: "METHOD_NOT_ALLOWED", message: "Use GET here.", requestId } });
    return true;
  }
  if (path === "/health") {
    send(response, 200, { status: "ok" });
  } else if (path === "/ready") {
    const { status, body } = await readiness(state);
    send(response, status, body);
  } else if (
    state.metricsToken !== undefined &&
    !tokensEqual(request.headers.authorization, `Bearer ${state.metricsToken}`)
  ) {
    response.setHeader("www-authenticate", "Bearer");
    const requestId = String(response.getHeader("x-request-id") ?? "");
    send(response, 401, {
      error: { code: "UNAUTHENTICATED", message: "The metrics token is missing or wrong.", requestId },
    });
  } else {
    const { contentType, text } = await expose(state.metrics, request.headers.accept);
    response.writeHead(200, { "content-type": contentType });
    response.end(text);
  }
  return true;
}
