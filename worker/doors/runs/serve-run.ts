import type { AdmittedCall } from "../../calls/admission/function-call.ts";
import type { CompiledEndpoint } from "../../deployed/endpoints/activation/compile-artifact.ts";
import { abortedBy } from "../../ground/cancellation.ts";
import type { Authenticated } from "../serving/credential.ts";
import { answer, refusal, refuse, type Exchange } from "../serving/exchange.ts";
import { watchClient } from "../serving/watch-client.ts";
import { refusedTarget, type Target } from "../tokens/refused-target.ts";
import { retryAfterRun, shownRun } from "./describe-run.ts";
import { preferenceApplied, readPreferences, type Preferences } from "./prefer.ts";
import { hasEnded, type ReadRun } from "./read-run.ts";
import type { RunMeans } from "./start-run.ts";

/** An admitted request for the state of a run. */
export interface RunStateRequest {
  exchange: Exchange;
  admitted: AdmittedCall;
  authenticated: Authenticated;
  compiled: CompiledEndpoint;
  /** As the path names it; it may be anything. */
  id: string;
  runs: RunMeans;
}

const json = "application/json; charset=utf-8";
const uncached = ["cache-control", "no-store"] as const;
export const runMethods = ["GET", "HEAD", "DELETE"] as const;
const allowed = [...runMethods, "OPTIONS"].join(", ");
const notWaiting: Preferences = { wait: null, respondAsync: false };

/** The tool or route of a binding in the current deployment. */
function targetOf({ kind, table }: CompiledEndpoint, bindingId: string | null): Target | undefined {
  if (kind === "mcp") {
    const tool = table.sorted.find(({ binding }) => binding.bindingId === bindingId);
    return tool === undefined ? undefined : { name: tool.binding.toolName, scope: tool.binding.scope };
  }
  const route = table.routes.find(({ binding }) => binding.bindingId === bindingId);
  return route === undefined ? undefined : { name: route.name, scope: route.binding.scope };
}

/** The run, unless this caller may no longer call the tool or route that started it. */
function permitted({ admitted, authenticated, compiled }: RunStateRequest, report: ReadRun): ReadRun {
  if (typeof report === "string") return report;
  const target = targetOf(compiled, report.bindingId);
  const isRefused = target !== undefined && refusedTarget(admitted.endpoint, authenticated, target) !== null;
  return isRefused ? "unknown" : report;
}

/** A run that does not exist, and a run of somebody else, have the same response. */
function refuseUnread({ exchange }: RunStateRequest, report: "unknown" | "silent"): void {
  if (report === "unknown") refuse(exchange, refusal("NOT_FOUND"));
  else refuse(exchange, refusal("UNAVAILABLE", undefined, ["retry-after", "5"]));
}

function sendState(request: RunStateRequest, status: 200 | 202, report: ReadRun, preferred: Preferences): void {
  const { exchange, runs } = request;
  if (typeof report === "string") return refuseUnread(request, report);
  const applied = preferenceApplied({ ...preferred, respondAsync: false }, true);
  const headers = [...uncached, ...(hasEnded(report) ? [] : retryAfterRun), ...applied];
  answer(exchange, status, json, JSON.stringify(shownRun(report, runs.publicOrigin)), headers);
}

async function cancel(request: RunStateRequest): Promise<void> {
  const { exchange, admitted, id, runs } = request;
  const known = permitted(request, await runs.read(id, admitted, 0));
  if (typeof known === "string") return refuseUnread(request, known);
  if (hasEnded(known)) return refuse(exchange, refusal("INVALID_STATE", "The run has ended."));
  const cancelled = await runs.cancel(id, admitted);
  if (cancelled === "unknown" || cancelled === "silent") return refuseUnread(request, cancelled);
  if (cancelled === "ended") return refuse(exchange, refusal("INVALID_STATE", "The run has ended."));
  const report = await runs.read(id, admitted, 0);
  sendState(request, 202, typeof report === "string" ? known : report, notWaiting);
}

/**
 * Serves the state of a run to the caller who started it: `GET` reads it and may wait (RFC 7240), `DELETE` gives the
 * run up. It is not a call, so it leaves no execution.
 */
export async function serveRun(request: RunStateRequest): Promise<void> {
  const { exchange, admitted, id, runs } = request;
  const { method, headers } = exchange.request;
  if (method === "OPTIONS") return answer(exchange, 204, null, "", ["allow", allowed]);
  if (method === "DELETE") return cancel(request);
  if (method !== "GET" && method !== "HEAD") {
    return refuse(exchange, refusal("METHOD_NOT_ALLOWED", undefined, ["allow", allowed]));
  }
  const preferred = readPreferences(headers.prefer);
  const { left, stop } = watchClient(exchange.response, false);
  const report = await runs.read(id, admitted, (preferred.wait ?? 0) * 1_000, abortedBy(left).signal);
  stop();
  sendState(request, 200, permitted(request, report), preferred);
}
