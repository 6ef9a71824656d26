import type { Server } from "node:http";
import type { Socket } from "node:net";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import type { Connections } from "../proxied/connections.ts";
import type { ErrorAnswer } from "../answers/error-answer.ts";
import { sendErrorRaw } from "../answers/send-error.ts";

const answers: Record<string, ErrorAnswer> = {
  HPE_HEADER_OVERFLOW: { code: "PAYLOAD_TOO_LARGE", status: 431, message: "The request's header is too large." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: "PAYLOAD_TOO_LARGE" },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "TIMEOUT", status: 408, message: "The request took too long to arrive." },
};
const unreadable: ErrorAnswer = { code: "VALIDATION_ERROR", message: "The request is not valid HTTP/1.1." };

/** Sends an error in the one shape when Node has no request to hand out: broken HTTP, too slow, too large, CONNECT. */
export function refuseUnreadable(server: Server, connections: Connections): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = connections.of(socket as Socket).response;
    const answering = response !== undefined && response.headersSent && !response.writableFinished;
    if (error.code === "ECONNRESET" || !socket.writable || answering) socket.destroy();
    else sendErrorRaw(socket, answers[error.code ?? ""] ?? unreadable, requestIdFrom(undefined));
  });
  server.on("connect", (request, socket) => {
    const requestId = requestIdFrom(request.headers["x-request-id"]);
    socket.on("error", () => socket.destroy());
    sendErrorRaw(socket, { code: "METHOD_NOT_ALLOWED", headers: ["allow", "GET, HEAD"] }, requestId);
  });
}
