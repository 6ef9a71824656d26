import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { derivedIdentifier } from "@ferrule/kit/identifier.ts";
import type { AdmittedCall, CallContext } from "../../calls/admission/function-call.ts";
import { returnedByRun } from "../../calls/admission/run-output.ts";
import type { CompiledRoute } from "../../deployed/endpoints/bindings/route-table.ts";
import { approvalUrl, failureOfReport, retryAfterRun, runUrl } from "../runs/describe-run.ts";
import { hasEnded } from "../runs/read-run.ts";
import type { RunFacts } from "../runs/new-run.ts";
import type { RunNeed } from "../runs/run-need.ts";
import { recordStart, startRun, type RunMeans, type StoredRun } from "../runs/start-run.ts";
import { abortedBy } from "../../ground/cancellation.ts";
import { answer, refusal, type Exchange, type Refusal } from "../serving/exchange.ts";
import { watchClient } from "../serving/watch-client.ts";
import type { RuntimePath } from "../serving/runtime-path.ts";
import { idempotencyKey, placeOf, requestOf } from "./idempotency/idempotency-key.ts";
import { preferenceApplied, readPreferences, type Preferences } from "../runs/prefer.ts";
import { routeAnswer } from "./route-answer.ts";
import { routeSpan } from "./route-span.ts";
import { sendAnswer } from "./send-answer.ts";

/** A request with valid input, on a route whose call becomes a run. */
export interface RunRequest {
  exchange: Exchange;
  context: CallContext;
  admitted: AdmittedCall;
  route: CompiledRoute;
  path: RuntimePath;
  ownOrigin: string;
  input: unknown;
  bytes: Buffer;
  runs: RunMeans;
  need: RunNeed;
  /** Records the refusal and sends it. */
  reject: (refused: Refusal) => void;
}

const json = "application/json; charset=utf-8";
const uncached = ["cache-control", "no-store"] as const;
/** The run that the request's `Idempotency-Key` stands for; undefined without the header. */
function repeatableOf({
  exchange,
  admitted,
  route,
  path,
  bytes,
}: RunRequest): RunFacts["repeatable"] | { refused: Refusal } {
  const { bindingId, idempotency } = route.binding;
  const { headers } = exchange.request;
  const key = idempotencyKey(headers);
  if (key === undefined) return { refused: refusal("INPUT_INVALID", "The Idempotency-Key is not valid.") };
  if (key === null && idempotency !== "required") return undefined;
  if (key === null) return { refused: refusal("INPUT_INVALID", "This route needs an Idempotency-Key.") };
  const place = placeOf(admitted, bindingId, key);
  const request = requestOf(path.rest, path.query, headers["content-type"] ?? "", bytes);
  // Another request under the same key would have another id, so we notice it.
  return { id: derivedIdentifier("run", place, request), key: `idempotency:${place}` };
}

const foreign = refusal("CONFLICT", "A run with this key exists, but it was not started by this caller here.");

/** Sends 202 with the address of the run's state. */
function answerAccepted(
  request: RunRequest,
  stored: StoredRun,
  report: RunReport | null,
  preferred: Preferences,
): void {
  const { exchange, path, ownOrigin, runs } = request;
  const url = runUrl(ownOrigin + path.endpoint, stored.id);
  const isOpen = report === null || !hasEnded(report);
  const approvalId = isOpen ? (report?.approvalId ?? stored.approvalId) : null;
  const told = {
    run: {
      id: stored.id,
      status: report?.status ?? (stored.approvalId === null ? "queued" : "waiting"),
      url,
      ...(approvalId === null ? {} : { approvalUrl: approvalUrl(runs.publicOrigin, approvalId) }),
    },
  };
  const headers = ["location", url, ...(isOpen ? retryAfterRun : []), ...uncached];
  headers.push(...preferenceApplied(preferred, false));
  answer(exchange, 202, json, JSON.stringify(told), headers);
}

/** Sends the result of a run that has ended while its caller waited. */
async function answerEnded(request: RunRequest, report: RunReport, preferred: Preferences): Promise<void> {
  const { exchange, route } = request;
  const failed = failureOfReport(report);
  const applied = preferenceApplied(preferred, true);
  const sent = routeAnswer(route, failed ?? returnedByRun(report), null);
  if ("refused" in sent) return sendAnswer(exchange, route.binding, { refused: { ...sent.refused, headers: applied } });
  await sendAnswer(exchange, route.binding, { ...sent, headers: [...sent.headers, ...applied] });
}

/**
 * Starts the run of a call, and responds with 202 once it is stored; with its result, if the caller prefers to wait and
 * it ends in time. The run goes on when its client leaves.
 */
export async function callAsRun(request: RunRequest): Promise<void> {
  const { exchange, context, admitted, route, path, input, runs, need, reject } = request;
  const { endpoint, deploymentId, requestId, caller, tenantId } = admitted;
  const repeatable = repeatableOf(request);
  if (repeatable !== undefined && "refused" in repeatable) return reject(repeatable.refused);
  const { called, binding, name } = route;
  const span = routeSpan({ context, exchange, admitted, path, route });
  const { projectId, environment } = endpoint;
  const known = {
    projectId,
    environment,
    source: "http" as const,
    endpointId: endpoint.id,
    bindingId: binding.bindingId,
  };
  const target = { name, description: binding.description };
  const facts = { ...known, deploymentId, requestId, caller, tenantId, called, target, input, need, repeatable, span };
  try {
    const stored = await startRun(runs, facts);
    if ("refused" in stored) return reject(stored.refused);
    const preferred = readPreferences(exchange.request.headers.prefer);
    const report = await readStored(request, stored, preferred);
    if (report === "foreign") return reject(foreign);
    recordStart(context, { admitted, called, bindingId: binding.bindingId, input, span }, stored);
    if (report !== null && preferred.wait !== null && hasEnded(report))
      return await answerEnded(request, report, preferred);
    answerAccepted(request, stored, report, preferred);
  } finally {
    span?.end();
  }
}

/** The run's state, as far as the caller needs it; null if it is not known. It waits for as long as the caller prefers. */
async function readStored(
  { exchange, admitted, runs }: RunRequest,
  { id, isExisting }: StoredRun,
  { wait }: Preferences,
): Promise<RunReport | "foreign" | null> {
  if (wait === null && !isExisting) return null;
  const { left, stop } = watchClient(exchange.response, false);
  const report = await runs.read(id, admitted, (wait ?? 0) * 1_000, abortedBy(left).signal);
  stop();
  if (report === "silent") return null;
  return report === "unknown" ? (isExisting ? "foreign" : null) : report;
}
