import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { DeliveryAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { recordRejection, type RecordedCall } from "../../calls/admission/execution-record.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import {
  longestReason,
  noSlot,
  postponed,
  reasonOf,
  repeatableOf,
  succeeded,
  unstarted,
  type RetriedEnd,
} from "../runs/retried-end.ts";
import { runNeed, type RunNeed } from "../runs/run-need.ts";
import { recordStart, startRun, type RunMeans } from "../runs/start-run.ts";
import type { AdmittedCall, CallContext } from "../../calls/admission/function-call.ts";
import { hasDelivered, runCall, type CallEnd } from "../../calls/admission/run-call.ts";
import { whenThereIsRoom } from "../../calls/admission/when-there-is-room.ts";
import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { isCostly } from "../../deployed/endpoints/functions/costly-checks.ts";
import { acceptInput } from "../../deployed/endpoints/functions/accept-input.ts";
import type { EndpointDirectory } from "../../deployed/endpoints/feed/endpoint-directory.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served/served-endpoint.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import { DrainedAnswer } from "./drained-answer.ts";
import { mergeInput, parseQuery } from "./input/http-input.ts";
import { readInputBody } from "./input/input-body.ts";
import type { CompiledRoute, RouteMatch } from "../../deployed/endpoints/bindings/route-table.ts";

export interface DeliveryMeans {
  context: CallContext;
  directory: Pick<EndpointDirectory, "settleOf">;
  masker: Pick<Masker, "text">;
  runs: Pick<RunMeans, "store" | "masker">;
}

/**
 * After these statuses, a retry may succeed (RFC 9110 section 15.5, RFC 6585 section 4).
 */
const passing = new Set([408, 409, 423, 425, 429]);

const notDeployed = (environment: string): RetriedEnd => ({
  end: "failed",
  reason: `NOT_DEPLOYED: The deployment in ${environment} does not contain its route.`,
  ran: false,
});
const failedBy = (status: number): "failed" | "refused" =>
  status < 500 && !passing.has(status) ? "refused" : "failed";

/** The result of the Function's run, and whether another run could end differently. */
function endOf(end: Exclude<CallEnd, { kind: "notStarted" }>): RetriedEnd {
  if (end.kind === "failed") return { end: failedBy(end.status), reason: reasonOf(end) };
  if (hasDelivered(end)) return succeeded;
  const status = end.reply?.kind === "http" ? (end.reply.status ?? 500) : 500;
  return { end: failedBy(status), reason: `The Function answered ${status}.` };
}

/**
 * The route of the attempt's request in the current deployment; null when the request now leads to another route, or to
 * none.
 */
function findRoute(
  { request: { method, path }, bindingId }: DeliveryAttempt,
  endpoint: ServedEndpoint,
): { route: CompiledRoute; values: string[] } | null {
  const { deployed } = endpoint;
  if (deployed.kind !== "compiled" || deployed.endpoint.kind !== "http") return null;
  let match: RouteMatch | null;
  try {
    match = deployed.endpoint.table.match(path);
  } catch {
    return null;
  }
  const route = match?.routes.get(method);
  return match === null || route?.binding.bindingId !== bindingId ? null : { route, values: match.values };
}

/** The request's input in the current deployment. */
async function readInput(
  { request, tenantId, caller }: DeliveryAttempt,
  projectId: string,
  { route, values }: { route: CompiledRoute; values: string[] },
  body: Buffer,
): Promise<{ input: unknown; refused: { code: string; message: string } | null }> {
  const issuesOf = (input: unknown, issues: readonly Issue[]) => ({
    input,
    refused: { code: "INPUT_INVALID", message: issues.map(({ path, message }) => `${path} ${message}`).join("; ") },
  });
  const read = await readInputBody(request.headers, body, route);
  if ("refused" in read) return { input: null, refused: read.refused };
  const parts = { parameters: route.parameters, values, query: parseQuery(request.query), body: read.body };
  const check = () => {
    const merged = mergeInput(parts, route.called.coercions);
    if ("issues" in merged) return issuesOf(null, merged.issues);
    const { input, issues } = acceptInput(route.called, merged.input, body.length, caller.kind === "webhook");
    return issues === null ? { input, refused: null } : issuesOf(input, issues);
  };
  const isSmall = body.length <= smallText && !isCostly(route.called);
  return isSmall ? check() : threadTurns.run({ projectId, tenantId }, check);
}

/** Starts the run of a delivery, once for all its attempts. The delivery has succeeded when the run is stored. */
async function startRunOf(
  attempt: DeliveryAttempt,
  { admitted, called, bindingId, input, ...call }: RecordedCall & { called: CompiledFunction; bindingId: string },
  { binding, name }: CompiledRoute,
  need: RunNeed,
  { context, runs }: DeliveryMeans,
): Promise<RetriedEnd> {
  const { endpoint, deploymentId, requestId, caller, tenantId } = admitted;
  const { projectId, environment, id: endpointId } = endpoint;
  const span = context.tracing?.begin({ name: `deliver ${name}`, kind: "internal" });
  const known = { projectId, environment, source: "delivery" as const, endpointId, bindingId, deploymentId };
  const target = { name, description: binding.description };
  const facts = {
    ...known,
    requestId,
    caller,
    tenantId,
    called,
    target,
    input,
    need,
    span,
    repeatable: repeatableOf(attempt),
  };
  const stored = await startRun(runs, facts);
  span?.end();
  const recorded = { ...call, admitted, called, bindingId, input, span };
  if ("refused" in stored) {
    const end = unstarted(stored.refused);
    if (end.end === "refused") recordRejection(context, recorded, stored.refused);
    return end;
  }
  recordStart(context, recorded, stored);
  return succeeded;
}

async function run(
  attempt: DeliveryAttempt,
  endpoint: ServedEndpoint,
  deploymentId: string,
  means: DeliveryMeans,
  signal: AbortSignal,
): Promise<RetriedEnd> {
  const { context } = means;
  const found = findRoute(attempt, endpoint);
  if (found === null) return notDeployed(attempt.environment);
  const { request, requestId, caller, tenantId, executionId, receivedAt } = attempt;
  const { called, binding } = found.route;
  const source = "http" as const;
  const at = { endpoint, deploymentId, source, requestId, caller, tenantId, gatewayMs: null };
  const admitted: AdmittedCall = { ...at, receivedAt: sharedNow(), began: performance.now() };
  const body = Buffer.from(request.body, "base64");
  const { input, refused } = await readInput(attempt, endpoint.projectId, found, body);
  const ofDelivery = { executionId, deliveryId: attempt.runId, attempt: attempt.attempt };
  const call = { admitted, called, bindingId: binding.bindingId, input, ...ofDelivery };
  if (refused !== null) {
    recordRejection(context, call, refused);
    return { end: "refused", reason: reasonOf(refused) };
  }
  const need = runNeed(endpoint, called, found.route.name, input);
  if (need !== null) return startRunOf(attempt, call, found.route, need, means);
  const { method, path, query, headers, url: httpUrl } = request;
  const http = { method, path, headers, query: parseQuery(query) };
  const streamed = new DrainedAnswer(binding.successStatus, called.hideOutput === null);
  const passedOn = { http, httpBody: body, httpUrl, httpReceivedAt: receivedAt, streamed, signal };
  const inBackground = { isBackground: true, isOfferedOn: () => true };
  const span = context.tracing?.begin({ name: `deliver ${found.route.name}`, kind: "internal" });
  const end = await whenThereIsRoom(async () => {
    const ran = await runCall(context, { ...call, ...passedOn, ...inBackground, span });
    return ran.kind === "notStarted" ? null : ran;
  }, signal);
  span?.end();
  return end === null ? postponed(5_000, noSlot) : endOf(end);
}

/**
 * Runs one attempt of a delivery: the stored request, on the currently deployed route, within the endpoint's policy.
 * The caller is the one who was admitted when the request came. Never rejects.
 */
export async function runDelivery(
  attempt: DeliveryAttempt,
  means: DeliveryMeans,
  signal: AbortSignal,
): Promise<RetriedEnd> {
  const { context, directory, masker } = means;
  try {
    const endpoint = await directory.settleOf(attempt.endpointId, attempt.environment);
    if (endpoint === undefined) return postponed(60_000, "NOT_FOUND: Its Project or endpoint is not served.");
    if (endpoint.closed === "ENDPOINT_STOPPED") return postponed(60_000, "ENDPOINT_STOPPED: The endpoint is stopped.");
    if (endpoint.closed !== null) return postponed(60_000, "ENDPOINT_DISABLED: The endpoint is disabled.");
    const { deployed } = endpoint;
    if (deployed.kind === "loading") return postponed(2_000, "UNAVAILABLE: The deployment is being loaded.");
    if (deployed.kind === "nothing") return notDeployed(attempt.environment);
    const { reason, ...ended } = await run(attempt, endpoint, deployed.deploymentId, means, signal);
    const masked = reason === null ? null : masker.text(attempt, reason).slice(0, longestReason);
    return { ...ended, reason: masked };
  } catch (error) {
    context.log.error({ err: error, deliveryId: attempt.runId }, "a delivery failed in the worker");
    return { end: "failed", reason: "INTERNAL: Something went wrong in the worker." };
  }
}
