import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorAnswer, type ErrorAnswer } from "./error-answer.ts";
import type { Prefix } from "./prefix-of.ts";

/** Sends an error. Nothing of the answer may have been sent before. */
export function sendError(response: ServerResponse, error: ErrorAnswer, prefix: Prefix, requestId: string): void {
  const { status, headers, body } = errorAnswer(error, prefix, requestId);
  response.writeHead(status, headers);
  response.end(body);
}

/** Sends an error on a connection whose request could not be read, and closes the connection. */
export function sendErrorRaw(socket: Duplex, error: ErrorAnswer, requestId: string): void {
  const { status, headers, body } = errorAnswer(error, "files", requestId);
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());
}
