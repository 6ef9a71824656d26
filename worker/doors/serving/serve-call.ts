import { errors } from "@ferrule/contract/errors.ts";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import type { CallRequest, CallResponse } from "../../ground/call.ts";
import { runtimePath } from "./runtime-path.ts";
import { serveRuntime, type RuntimeContext } from "./serve-runtime.ts";

/** Sends an error of the listener itself, which does not belong to an endpoint. */
export function sendError(
  response: CallResponse,
  code: "NOT_FOUND" | "UNAUTHENTICATED",
  message: string,
  requestId: string,
): void {
  response.writeHead(errors[code].status, [
    "content-type",
    "application/json",
    "cache-control",
    "no-store",
    "x-request-id",
    requestId,
  ]);
  response.end(JSON.stringify({ error: { code, message, requestId } }));
}

/** Serves one call from a gateway, by HTTP or in frames. */
export function serveCall(context: RuntimeContext, request: CallRequest, response: CallResponse): void {
  const requestId = requestIdFrom(request.headers["x-request-id"]);
  const path = runtimePath(request.url);
  if (path === null) return sendError(response, "NOT_FOUND", "Not found.", requestId);
  serveRuntime(context, request, response, requestId, path);
}
