import { recordRejection } from "../admission/execution-record.ts";
import type { CallContext } from "../admission/function-call.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Replays } from "../deliveries/replays.ts";
import type { GetSecret } from "../sandbox/host-calls/secrets.ts";
import type { EndpointDirectory } from "../endpoints/endpoint-directory.ts";
import type { ServedEndpoint } from "../endpoints/served-endpoint.ts";
import { serveMcp } from "../mcp/serve-mcp.ts";
import type { TokenVerifier } from "../tokens/token-verifier.ts";
import type { WorkerMetrics } from "../worker-metrics.ts";
import type { BodyRoom } from "./body-room.ts";
import type { CallRequest, CallResponse } from "./call.ts";
import { corsHeaders, originAllowed, preflightHeaders } from "./cors.ts";
import { authenticateSigned } from "./authenticate-signed.ts";
import { authenticate, type Authenticated } from "./credential.ts";
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
import { rateRefusal } from "./rate-refusal.ts";
import { serveRoute } from "../http-api/serve-route.ts";
import type { RuntimePath } from "./runtime-path.ts";

export interface RuntimeContext extends CallContext {
  directory: EndpointDirectory;
  metrics: WorkerMetrics;
  bodies: BodyRoom;
  /** The origin of PUBLIC_URL, whose pages may always call, and which issues access tokens. */
  ownOrigin: string;
  tokens: TokenVerifier;
  /** Where requests of routes that answer at once are stored. */
  deliveries: DeliveryStore;
  /** Which signed requests came before. */
  replays: Replays;
  /** The keys of signatures. */
  getSecret: GetSecret;
  /** Whether calls may begin: false while draining, before the first state, and cut off for too long. */
  serving: () => boolean;
}

type Compiled = Extract<ServedEndpoint["deployed"], { kind: "compiled" }>;

const mcpMethods = ["POST"];

/** The methods that an endpoint takes, for preflights. */
function methodsOf({ endpoint }: Compiled): readonly string[] {
  if (endpoint.kind === "mcp") return mcpMethods;
  const { methods } = endpoint.table;
  return methods.includes("GET") ? ["HEAD", ...methods] : methods;
}

/**
 * Serves one request under a runtime prefix in this order: unknown or undeployed 404 → Origin
 * 403 → credential 401 → disabled 403 → rate 429 → and then what its kind of endpoint does: body, arguments, slot.
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
    receivedAt: Date.now(),
    began: performance.now(),
    headers: [],
    metrics,
    bodies: context.bodies,
  };
  if (!context.serving()) return refuse(exchange, refusal("UNAVAILABLE", undefined, notServing));

  const endpoint = context.directory.find(path.endpoint);
  if (endpoint?.deployed.kind === "compiled")
    return serveDeployed(context, exchange, endpoint, endpoint.deployed, path);
  context.directory
    .settle(path.endpoint)
    .then((settled) => {
      if (settled === undefined) return refuse(exchange, refusal("NOT_FOUND"));
      const { deployed } = settled;
      if (deployed.kind === "loading") return refuse(exchange, refusal("UNAVAILABLE", undefined, notStarted));
      if (deployed.kind === "nothing") return refuse(exchange, refusal("NOT_DEPLOYED"));
      return serveDeployed(context, exchange, settled, deployed, path);
    })
    .catch((error: unknown) => fail(exchange, context.log, error));
}

function serveDeployed(
  context: RuntimeContext,
  exchange: Exchange,
  endpoint: ServedEndpoint,
  deployed: Compiled,
  path: RuntimePath,
): void {
  const { request, prefix } = exchange;
  const { headers } = request;
  const { origin } = headers;
  if (!originAllowed(endpoint, origin, context.ownOrigin)) {
    return refuse(exchange, refusal("FORBIDDEN", "Pages of this origin may not call this endpoint."));
  }
  exchange.headers = corsHeaders(origin);
  if (request.method === "OPTIONS") {
    const preflight = preflightHeaders(headers, methodsOf(deployed));
    if (preflight !== null) return answer(exchange, 204, null, "", preflight);
  }
  // Asked without a body or a credential by clients that only look whether something is there.
  if (prefix === "mcp" && request.method !== "POST") {
    return refuse(exchange, refusal("METHOD_NOT_ALLOWED", undefined, ["allow", "POST"]));
  }
  const { tokens, ownOrigin } = context;
  const admitIf = (authenticated: Authenticated | Refusal) => {
    if ("code" in authenticated) return refuse(exchange, authenticated);
    admit(context, exchange, endpoint, deployed, authenticated, path);
  };
  const { policy } = endpoint;
  const known =
    policy.callerMode === "signature"
      ? authenticateSigned(exchange, endpoint, policy.signature, context)
      : authenticate(endpoint, headers, exchange.receivedAt, { tokens, ownOrigin, path: path.endpoint });
  if (known instanceof Promise) known.then(admitIf).catch((error: unknown) => fail(exchange, context.log, error));
  else admitIf(known);
}

function admit(
  context: RuntimeContext,
  exchange: Exchange,
  endpoint: ServedEndpoint,
  { deploymentId, endpoint: compiled }: Compiled,
  authenticated: Authenticated,
  path: RuntimePath,
): void {
  const { requestId, receivedAt, prefix } = exchange;
  const { caller, tenantId } = authenticated;
  const admitted = {
    endpoint,
    deploymentId,
    source: prefix,
    requestId,
    caller,
    tenantId,
    receivedAt,
    gatewayMs: heldMs(exchange),
  };
  const refused = endpoint.disabled ? refusal("ENDPOINT_DISABLED") : rateRefusal(endpoint, 1);
  if (refused !== null) {
    recordRejection(context, { admitted, called: null, bindingId: null }, refused);
    return refuse(exchange, refused);
  }
  if (compiled.kind === "mcp") {
    serveMcp({ exchange, context, admitted, table: compiled.table, authenticated, batched: false });
  } else {
    const { ownOrigin, deliveries, replays } = context;
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
    });
  }
}
