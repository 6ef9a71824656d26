import { errors, type ErrorCode } from "@ferrule/contract/errors.ts";
import { errorDocs, helpHeader } from "@ferrule/contract/help/help.ts";
import { sandboxHeaders } from "./answer-headers.ts";
import type { Prefix } from "./prefix-of.ts";

export interface ErrorAnswer {
  code: ErrorCode;
  /** The catalogue's status when omitted. */
  status?: number;
  message?: string;
  /** More headers, as a flat list of names and values. */
  headers?: readonly string[];
  /** The public origin, for an answer that comes from another one: the pages about errors are there. */
  helpOrigin?: string | undefined;
}

/**
 * The status, flat header list and body of an error that the gateway answers itself: the error shape of docs/errors.md,
 * and under `/mcp` the same as a JSON-RPC error.
 */
export function errorAnswer(error: ErrorAnswer, prefix: Prefix, requestId: string) {
  const { code, status = errors[code].status, message = errors[code].message } = error;
  const body = JSON.stringify(
    prefix === "mcp"
      ? {
          jsonrpc: "2.0",
          id: null,
          error: { code: status >= 500 ? -32603 : -32600, message, data: { code, requestId, docs: errorDocs(code) } },
        }
      : { error: { code, message, requestId } },
  );
  const headers = [
    "x-request-id",
    requestId,
    "content-type",
    "application/json; charset=utf-8",
    "content-length",
    String(Buffer.byteLength(body)),
    "cache-control",
    "no-store",
    ...(prefix === "http" ? sandboxHeaders : ["x-content-type-options", "nosniff"]),
    ...helpHeader(code, error.helpOrigin),
    ...(error.headers ?? []),
  ];
  return { status, headers, body };
}
