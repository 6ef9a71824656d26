import { failure } from "../admission/call-failure.ts";
import type { CallEnd } from "../admission/run-call.ts";
import { answer, notStarted, refuse, type Exchange } from "../serving/exchange.ts";
import { conditionalAnswer, withEtag } from "./conditional.ts";
import type { RouteAnswer } from "./sent-answer.ts";
import { isBodiless } from "./is-bodiless.ts";
import { replyHeaders } from "./reply-headers.ts";
import type { CompiledRoute } from "./route-table.ts";

/** An answer to one caller; a Function that wants it kept says so with `ctx.http.respond`. */
const uncached = ["cache-control", "no-store"] as const;
const json = "application/json; charset=utf-8";

/** What a call came to: the Function's own answer, its value as JSON, or an error in the one shape. */
export function routeAnswer(route: CompiledRoute, end: CallEnd): RouteAnswer {
  if (end.kind === "notStarted") return { refused: { ...failure("OVERLOADED"), headers: notStarted } };
  if (end.kind === "failed") return { refused: end };
  const { successStatus } = route.binding;
  if (end.reply?.kind === "http") {
    const status = end.reply.status ?? successStatus;
    // The sandbox's word, as everything that comes out of an isolate.
    if (!Number.isInteger(status) || status < 200 || status > 599) return { refused: failure("OUTPUT_INVALID") };
    const { type, headers } = replyHeaders(end.reply.headers);
    if (isBodiless(status)) return { status, type: null, headers, body: "" };
    return { status, type: type ?? "application/octet-stream", headers, body: end.reply.body, isFile: true };
  }
  if (isBodiless(successStatus)) return { status: successStatus, type: null, headers: [], body: "" };
  return { status: successStatus, type: json, headers: uncached, body: end.outputJson };
}

/** Sends it, or of it what a client wants that has it already, or in part. */
export function sendAnswer(exchange: Exchange, { binding }: CompiledRoute, given: RouteAnswer): void {
  if ("refused" in given) return refuse(exchange, given.refused);
  const { method, headers } = exchange.request;
  let sent = given;
  if (method === "GET" || method === "HEAD") {
    if (binding.etag === true) sent = withEtag(sent);
    sent = conditionalAnswer(sent, headers, sent.isFile === true);
  }
  answer(exchange, sent.status, sent.type, sent.body, sent.headers);
}
