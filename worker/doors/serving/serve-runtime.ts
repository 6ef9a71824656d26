import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { AppsUrl } from "@ferrule/contract/settings/apps-url.ts";
import { recordRejection } from "../../calls/admission/execution-record.ts";
import type { AdmittedCall, CallContext } from "../../calls/admission/function-call.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Replays } from "../deliveries/replays.ts";
import type { LearnGranted } from "../../deployed/endpoints/served/learn-granted.ts";
import type { GetSecret } from "../../running/sandbox/host-calls/secrets.ts";
import type { EndpointDirectory } from "../../deployed/endpoints/feed/endpoint-directory.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served/served-endpoint.ts";
import type { Counters } from "../../deployed/limits/counters.ts";
import type { Limit } from "../../deployed/limits/limit.ts";
import { spend, type NotSpent, type Spent } from "../../deployed/limits/spend.ts";
import { threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { serveMcp } from "../mcp/serve-mcp.ts";
import type { Listening } from "../mcp/transport/mcp-request.ts";
import type { TokenVerifier } from "../tokens/token-verifier.ts";
import type { WorkerMetrics } from "../../calls/worker-metrics.ts";
import type { BodyRoom } from "./body/body-room.ts";
import type { CallRequest, CallResponse } from "../../ground/call.ts";
import { corsHeaders, originAllowed, preflightHeaders } from "./cors.ts";
import { answerChallenge, askedChallenge } from "./answer-challenge.ts";
import { authenticateSigned } from "./authenticate-signed.ts";
import { authenticate, presentedKey, presentsOwnKey, type Authenticated } from "./credential.ts";
import {
  answer,
  fail,
  heldMs,
  notServing,
  notStarted,
  refusal,
  refuse,
  type Exchange,
  type Refusal,
} from "./exchange.ts";
import { siteOf } from "./site-of.ts";
import {
  asksForDocumentation,
  isShownToAll,
  serveDocumentation,
} from "../http-api/documentation/serve-documentation.ts";
import { runInPath } from "../runs/describe-run.ts";
import { runMethods, serveRun } from "../runs/serve-run.ts";
import type { QuestionMeans } from "../mcp/elicitation/question-means.ts";
import type { RunMeans } from "../runs/start-run.ts";
import { serveRoute } from "../http-api/serve-route.ts";
import { limitRefusal } from "./limit-refusal.ts";
import type { RuntimePath } from "./runtime-path.ts";

export interface RuntimeContext extends CallContext {
  directory: EndpointDirectory;
  metrics: WorkerMetrics;
  bodies: BodyRoom;
  /** The origin of PUBLIC_URL. Its pages may always call, and it issues access tokens. */
  ownOrigin: string;
  tokens: TokenVerifier;
  /** This worker's share of limits. */
  counters: Counters;
  /** The hosts of HTTP APIs; null if they share the console's. */
  apps: AppsUrl | null;
  /** Stores requests to routes that respond before their Function runs. */
  deliveries: DeliveryStore;
  /** Recognises signed requests that came before. */
  replays: Replays;
  /** Starts, reads and cancels the runs of calls. */
  runs: RunMeans;
  /** The streams on which MCP clients listen. */
  listening: Listening;
  /** What the questions of calls share. */
  questions: QuestionMeans;
  /** The keys of signatures. */
  getSecret: GetSecret;
  /** Fetches the secrets that an endpoint's Functions may read, so that this worker masks them. */
  learnGranted: LearnGranted;
  /** Whether calls may start: false during a drain, before the first state, and after being cut off for too long. */
  serving: () => boolean;
}

type Compiled = Extract<ServedEndpoint["deployed"], { kind: "compiled" }>;

const mcpMethods = ["POST"];

/** The methods that an address accepts, for preflights. */
function methodsOf({ endpoint }: Compiled, { rest }: RuntimePath): readonly string[] {
  if (runInPath(rest) !== null) return runMethods;
  if (endpoint.kind === "mcp") return mcpMethods;
  const { methods } = endpoint.table;
  return methods.includes("GET") ? ["HEAD", ...methods] : methods;
}

/**
 * Serves one request under a runtime prefix. The checks come in this order: unknown or undeployed 404 → address 403 →
 * Origin 403 → credential 401 → disabled 403 → rate and quota 429 → then the steps of its kind of endpoint: body,
 * arguments, slot.
 */
export function serveRuntime(
  context: RuntimeContext,
  request: CallRequest,
  response: CallResponse,
  requestId: string,
  path: RuntimePath,
): void {
  const { metrics } = context;
  const { prefix } = path;
  const exchange: Exchange = {
    prefix,
    request,
    response,
    requestId,
    receivedAt: sharedNow(),
    began: performance.now(),
    headers: [],
    site: siteOf(context.apps, request, path),
    helpOrigin: context.ownOrigin,
    metrics,
    bodies: context.bodies,
  };
  if (!context.serving()) return refuse(exchange, refusal("UNAVAILABLE", undefined, notServing));

  const endpoint = context.directory.find(path.endpoint);
  if (endpoint?.deployed.kind === "compiled")
    return serveDeployed(context, exchange, endpoint, endpoint.deployed, path);
  context.directory
    .settle(path.endpoint, presentedKey(request.headers))
    .then((settled) => {
      if (settled === undefined) return refuse(exchange, refusal("NOT_FOUND"));
      const { deployed } = settled;
      if (deployed.kind === "loading") return refuse(exchange, refusal("UNAVAILABLE", undefined, notStarted));
      if (deployed.kind === "nothing") return refuse(exchange, refusal("NOT_DEPLOYED"));
      return serveDeployed(context, exchange, settled, deployed, path);
    })
    .catch((error: unknown) => fail(exchange, context.log, error));
}

/** The caller's address, as the gateway sees it. */
const addressOf = ({ request }: Exchange): string | undefined =>
  request.headers["x-forwarded-for"] as string | undefined;

/**
 * Handles the steps before the credential: the caller's address, its page's origin, and requests that only probe the
 * endpoint. Returns whether it has responded.
 */
function isAnsweredAtOnce(
  context: RuntimeContext,
  exchange: Exchange,
  endpoint: ServedEndpoint,
  deployed: Compiled,
  path: RuntimePath,
): boolean {
  const { request, prefix, metrics } = exchange;
  const { origin } = request.headers;
  const answerWith = (refused: Refusal) => {
    refuse(exchange, refused);
    return true;
  };
  const { allows } = endpoint.limits;
  if (allows !== null && !allows(addressOf(exchange))) {
    metrics.turnedAway("address");
    return answerWith(refusal("FORBIDDEN", "Calls from this address are not allowed."));
  }
  if (!originAllowed(endpoint, origin, [context.ownOrigin, exchange.site?.origin])) {
    return answerWith(refusal("FORBIDDEN", "Pages of this origin may not call this endpoint."));
  }
  exchange.headers = corsHeaders(origin);
  const preflight = request.method === "OPTIONS" ? preflightHeaders(request.headers, methodsOf(deployed, path)) : null;
  if (preflight !== null) {
    answer(exchange, 204, null, "", preflight);
    return true;
  }
  // Some clients send this without a body or credential, only to see whether anything is there.
  if (prefix !== "mcp" || request.method === "POST" || runInPath(path.rest) !== null) return false;
  return answerWith(refusal("METHOD_NOT_ALLOWED", undefined, ["allow", "POST"]));
}

/** @param hasHeardAll whether this worker knew everything that was announced before the request came */
function serveDeployed(
  context: RuntimeContext,
  exchange: Exchange,
  endpoint: ServedEndpoint,
  deployed: Compiled,
  path: RuntimePath,
  hasHeardAll = false,
): void {
  if (isAnsweredAtOnce(context, exchange, endpoint, deployed, path)) return;
  const { request } = exchange;
  const { headers } = request;
  const { tokens, ownOrigin } = context;
  const { endpoint: compiled } = deployed;
  const documented =
    compiled.kind === "http" && asksForDocumentation(endpoint, path)
      ? {
          endpoint,
          compiled,
          path,
          authority: ownOrigin,
          ownOrigin: exchange.site?.origin ?? ownOrigin,
          count: () => spend(context.counters, endpoint.limits.own, 1),
        }
      : null;
  const describe = (place: NonNullable<typeof documented>, caller: Authenticated | null) =>
    unwaited(serveDocumentation(exchange, place, caller), (error) => fail(exchange, context.log, error));
  if (documented !== null && isShownToAll(endpoint, path, exchange)) return describe(documented, null);
  const admitIf = (authenticated: Authenticated | Refusal) => {
    if ("code" in authenticated) {
      if (hasHeardAll || !presentsOwnKey(headers)) return refuse(exchange, authenticated);
      return serveOnceHeard(context, exchange, endpoint, path, authenticated);
    }
    if (documented !== null) return describe(documented, authenticated);
    admit(context, exchange, endpoint, deployed, authenticated, path);
  };
  const { policy } = endpoint;
  if (policy.callerMode === "signature" && compiled.kind === "http") {
    const rule = policy.signature;
    const challenge = askedChallenge(request, compiled.table, path, rule);
    if (challenge !== null) return serveChallenge(context, exchange, endpoint, { challenge, rule, query: path.query });
  }
  const known =
    policy.callerMode === "signature"
      ? authenticateSigned(exchange, endpoint, policy.signature, context)
      : authenticate(endpoint, headers, exchange.receivedAt, { tokens, ownOrigin, path: path.endpoint });
  if (known instanceof Promise) known.then(admitIf).catch((error: unknown) => fail(exchange, context.log, error));
  else admitIf(known);
}

/** Looks an unknown key up once more, because it may have been issued a moment ago. */
function serveOnceHeard(
  context: RuntimeContext,
  exchange: Exchange,
  before: ServedEndpoint,
  path: RuntimePath,
  refused: Refusal,
): void {
  const serving = context.directory.latest(path.endpoint).then((latest) => {
    if (latest === before || latest?.deployed.kind !== "compiled") return refuse(exchange, refused);
    return serveDeployed(context, exchange, latest, latest.deployed, path, true);
  });
  unwaited(serving, (error) => fail(exchange, context.log, error));
}

/** Responds to a sender's challenge, within the endpoint's own limit. This is not a call, so it leaves no execution. */
function serveChallenge(
  { counters, getSecret, log }: RuntimeContext,
  exchange: Exchange,
  endpoint: ServedEndpoint,
  asked: Parameters<typeof answerChallenge>[2],
): void {
  if (endpoint.closed !== null) return refuse(exchange, refusal(endpoint.closed));
  const answering = Promise.resolve(spend(counters, endpoint.limits.own, 1)).then((spent) => {
    exchange.limitFields = spent.fields;
    if ("refusedBy" in spent) return refuse(exchange, limitRefusal(spent));
    return answerChallenge(exchange, endpoint, asked, getSecret);
  });
  unwaited(answering, (error) => fail(exchange, log, error));
}

/** Counts the request and, unless a limit refuses it, serves it. */
function admit(
  context: RuntimeContext,
  exchange: Exchange,
  endpoint: ServedEndpoint,
  deployed: Compiled,
  authenticated: Authenticated,
  path: RuntimePath,
): void {
  const { requestId, receivedAt, began, prefix } = exchange;
  const { caller, tenantId } = authenticated;
  const admitted = {
    endpoint,
    deploymentId: deployed.deploymentId,
    source: prefix,
    requestId,
    caller,
    tenantId,
    receivedAt,
    began,
    gatewayMs: heldMs(exchange),
  };
  const rejectWith = (refused: Refusal) => {
    recordRejection(context, { admitted, called: null, bindingId: null }, refused);
    refuse(exchange, refused);
  };
  if (endpoint.closed !== null) return rejectWith(refusal(endpoint.closed));
  const payer = { projectId: endpoint.projectId, tenantId };
  const counted = (spent: Spent | NotSpent) => {
    exchange.limitFields = spent.fields;
    if ("refusedBy" in spent) {
      exchange.metrics.turnedAway(spent.refusedBy.quota === undefined ? "rate" : "quota");
      return rejectWith(limitRefusal(spent));
    }
    exchange.giveBack = spent.giveBack;
    threadTurns.saw(payer);
    const serve = () =>
      serveAdmitted({ context, exchange, admitted, authenticated, path, compiled: deployed.endpoint, limits });
    const learning = context.learnGranted(endpoint, deployed.endpoint);
    if (learning === null) serve();
    else unwaited(learning.then(serve), (error) => fail(exchange, context.log, error));
  };
  const limits = endpoint.limits.of(authenticated, addressOf(exchange));
  const spending = spend(context.counters, limits, 1);
  if (spending instanceof Promise) spending.then(counted).catch((error: unknown) => fail(exchange, context.log, error));
  else counted(spending);
}

interface AdmittedExchange {
  context: RuntimeContext;
  exchange: Exchange;
  admitted: AdmittedCall;
  authenticated: Authenticated;
  path: RuntimePath;
  compiled: Compiled["endpoint"];
  limits: readonly Limit[];
}

function serveAdmitted({ context, exchange, admitted, authenticated, path, compiled, limits }: AdmittedExchange): void {
  const { runs, listening, questions } = context;
  const id = runInPath(path.rest);
  if (id !== null) {
    const serving = serveRun({ exchange, admitted, authenticated, compiled, id, runs });
    return unwaited(serving, (error) => fail(exchange, context.log, error));
  }
  if (compiled.kind === "mcp") {
    const { counters } = context;
    const countMore = (count: number) => spend(counters, limits, count);
    return serveMcp({
      exchange,
      context,
      admitted,
      table: compiled.table,
      authenticated,
      batched: false,
      countMore,
      runs,
      listening,
      questions,
      url: context.ownOrigin + path.endpoint,
    });
  }
  const { deliveries, replays } = context;
  const ownOrigin = exchange.site?.origin ?? context.ownOrigin;
  serveRoute({
    exchange,
    context,
    admitted,
    table: compiled.table,
    authenticated,
    path,
    ownOrigin,
    deliveries,
    replays,
    runs,
  });
}
