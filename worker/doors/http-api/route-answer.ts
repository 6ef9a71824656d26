import type { CookiePlace } from "@ferrule/contract/guest/set-cookie.ts";
import { failure } from "../../calls/admission/call-failure.ts";
import type { CallEnd } from "../../calls/admission/run-call.ts";
import { notStarted } from "../serving/exchange.ts";
import type { RouteAnswer } from "./sent-answer.ts";
import { isBodiless } from "./is-bodiless.ts";
import { replyHeaders } from "./reply-headers.ts";
import type { CompiledRoute } from "../../deployed/endpoints/bindings/route-table.ts";

/** By default, a response is for one caller. If caches may keep it, the Function says so with `ctx.http.respond`. */
const uncached = ["cache-control", "no-store"] as const;
const json = "application/json; charset=utf-8";

/** Whether it can be the status of a final response. It comes from the sandbox, so we check it. */
const isFinal = (status: number) => Number.isInteger(status) && status >= 200 && status <= 599;

/** The status of the response to a call, before the caller's conditions and ranges change it (RFC 9110 section 13). */
export function routeStatus({ binding: { successStatus } }: Pick<CompiledRoute, "binding">, end: CallEnd): number {
  if (end.kind === "notStarted") return failure("OVERLOADED").status;
  if (end.kind === "failed") return end.status;
  const status = end.reply?.kind === "http" ? (end.reply.status ?? successStatus) : successStatus;
  return isFinal(status) ? status : failure("OUTPUT_INVALID").status;
}

/**
 * The response to a call: the Function's own response, its value as JSON, or an error in the one shape. `cookies` is
 * the place where it may set cookies.
 */
export function routeAnswer(route: CompiledRoute, end: CallEnd, cookies: CookiePlace | null): RouteAnswer {
  if (end.kind === "notStarted") return { refused: { ...failure("OVERLOADED"), headers: notStarted } };
  if (end.kind === "failed") return { refused: end };
  const { successStatus } = route.binding;
  if (end.reply?.kind === "http") {
    const status = end.reply.status ?? successStatus;
    if (!isFinal(status)) return { refused: failure("OUTPUT_INVALID") };
    const { type, headers } = replyHeaders(end.reply.headers, cookies);
    if (isBodiless(status)) return { status, type: null, headers, body: "" };
    return { status, type: type ?? "application/octet-stream", headers, body: end.reply.body, isFile: true };
  }
  if (isBodiless(successStatus)) return { status: successStatus, type: null, headers: [], body: "" };
  return { status: successStatus, type: json, headers: uncached, body: end.outputJson };
}
