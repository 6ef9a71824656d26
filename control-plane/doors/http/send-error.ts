import type { FastifyReply } from "fastify";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import { helpHeader } from "@ferrule/contract/help/help.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { toPublicError } from "../../ground/handler/to-public-error.ts";

/** Sends any error in the one shape (docs/errors.md), with a link to the page about its code. Details that the caller must not see go to the log. */
export function sendError(reply: FastifyReply, error: unknown, log: Log): FastifyReply {
  const { code, message, status, details, retryAfterSeconds, cause } = toPublicError(error);
  const requestId = reply.request.id;
  if (status >= 500) log.error({ err: cause ?? error, requestId, code }, "a request failed");
  else log.debug({ requestId, code, ...(cause === undefined ? {} : { err: cause }) }, "a request was refused");
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (status === 401 && !reply.hasHeader("www-authenticate")) reply.header("www-authenticate", "Bearer");
  const [link, help] = helpHeader(code);
  if (link !== undefined) reply.header(link, help);
  const body: { error: ErrorBody } = { error: { code, message, requestId, ...(details ? { details } : {}) } };
  return reply.code(status).header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
}
