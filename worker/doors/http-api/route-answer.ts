import type { CookiePlace } from "@ferrule/contract/guest/set-cookie.ts";
import { failure } from "../../calls/admission/call-failure.ts";
import type { CallEnd } from "../../calls/admission/run-call.ts";
import { notStarted } from "../serving/exchange.ts";
import type { RouteAnswer } from "./sent-answer.ts";
import { isBodiless } from "./is-bodiless.ts";
import { replyHeaders } from "./reply-headers.ts";
import type { CompiledRoute } from "../../deployed/endpoints/route-table.ts";

/** An answer to one caller; a Function that wants it kept says so with `ctx.http.respond`. */
const uncached = ["cache-control", "no-store"] as const;
const json = "application/json; charset=utf-8";

/** What a call came to: the Function's own answer, its value as JSON, or an error in the one shape. `cookies`: where it may set some. */
export function routeAnswer(route: CompiledRoute, end: CallEnd, cookies: CookiePlace | null): RouteAnswer {
  if (end.kind === "notStarted") return { refused: { ...failure("OVERLOADED"), headers: notStarted } };
  if (end.kind === "failed") return { refused: end };
  const { successStatus } = route.binding;
  if (end.reply?.kind === "http") {
    const status = end.reply.status ?? successStatus;
    // The sandbox's word, as everything that comes out of an isolate.
    if (!Number.isInteger(status) || status < 200 || status > 599) return { refused: failure("OUTPUT_INVALID") };
    const { type, headers } = replyHeaders(end.reply.headers, cookies);
    if (isBodiless(status)) return { status, type: null, headers, body: "" };
    return { status, type: type ?? "application/octet-stream", headers, body: end.reply.body, isFile: true };
  }
  if (isBodiless(successStatus)) return { status: successStatus, type: null, headers: [], body: "" };
  return { status: successStatus, type: json, headers: uncached, body: end.outputJson };
}
