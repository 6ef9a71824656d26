import { describeHttp } from "@ferrule/contract/endpoint-openapi/describe-http.ts";
import type { CompiledEndpoint } from "../../../deployed/endpoints/activation/compile-artifact.ts";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import type { Authenticated } from "../../serving/credential.ts";
import type { NotSpent, Spent } from "../../../deployed/limits/spend.ts";
import { answer, refusal, refuse, type Exchange } from "../../serving/exchange.ts";
import { limitRefusal } from "../../serving/limit-refusal.ts";
import type { RuntimePath } from "../../serving/runtime-path.ts";
import { callableBy } from "../../tokens/refused-target.ts";
import type { CompiledRoute } from "../../../deployed/endpoints/bindings/route-table.ts";
import { sendAnswer } from "../send-answer.ts";
import { documentedPolicy } from "./documented-policy.ts";

export type HttpEndpoint = Extract<CompiledEndpoint, { kind: "http" }>;

/** Below an endpoint's address: its OpenAPI document, and the page that shows it. */
const documentPath = "/-/openapi.json";
const pagePath = "/-/reference";

/** Whether a request is for the documentation of an HTTP API, and the policy allows it. */
export const asksForDocumentation = ({ policy }: ServedEndpoint, { rest }: RuntimePath): boolean =>
  (policy.documentation ?? "off") !== "off" && (rest === documentPath || rest === pagePath);

/** Whether everybody without a credential may see the document. */
export function isShownToAll({ policy }: ServedEndpoint, { rest }: RuntimePath, { request }: Exchange): boolean {
  if (rest === pagePath) return true;
  const { headers } = request;
  const isNamed = headers["x-api-key"] !== undefined || headers.authorization !== undefined;
  return policy.documentation === "public" && (!isNamed || policy.callerMode === "signature");
}

interface Place {
  endpoint: ServedEndpoint;
  compiled: HttpEndpoint;
  path: RuntimePath;
  /** The origin of PUBLIC_URL, and the origin that the caller sees. */
  authority: string;
  ownOrigin: string;
  /** Counts the request against the endpoint's own limit. Quotas are for calls. */
  count: () => Spent | NotSpent | Promise<Spent | NotSpent>;
}

/** Built once for each deployment and each set of routes that a caller may see. */
const built = new WeakMap<HttpEndpoint, Map<string, string>>();
/** There are as many of them as kinds of callers. */
const mostBuilt = 20;

function documentOf(
  { endpoint, compiled, path, authority, ownOrigin }: Place,
  shown: readonly CompiledRoute[],
): string {
  const caller = documentedPolicy(endpoint.policy);
  const known = built.get(compiled) ?? new Map<string, string>();
  built.set(compiled, known);
  const approvals = endpoint.policy.approvals?.flatMap(({ names }) => names) ?? [];
  const key = JSON.stringify([ownOrigin, path.endpoint, caller, approvals, shown.map(({ name }) => name)]);
  let text = known.get(key);
  if (text === undefined) {
    const { name: title, description } = compiled.artifact;
    const head = {
      title,
      description,
      digest: compiled.table.digest,
      server: ownOrigin + path.endpoint,
      authority,
      caller,
      approvals,
    };
    const offers = shown.map(({ binding, called }) => ({ binding, held: called.artifact }));
    text = JSON.stringify(describeHttp(head, offers));
    if (known.size >= mostBuilt) known.clear();
    known.set(key, text);
  }
  return text;
}

/**
 * Sends the document of an HTTP API with the routes that this caller may call, or the page that shows it. The page is
 * the same for everybody and contains no data: the gateway replaces this response with it. `caller` null: everybody may
 * see the document.
 */
export async function serveDocumentation(
  exchange: Exchange,
  place: Place,
  caller: Authenticated | null,
): Promise<void> {
  const { endpoint, compiled, path } = place;
  const { method } = exchange.request;
  if (method !== "GET" && method !== "HEAD") {
    return refuse(exchange, refusal("METHOD_NOT_ALLOWED", undefined, ["allow", "GET, HEAD"]));
  }
  if (endpoint.closed !== null) return refuse(exchange, refusal(endpoint.closed));
  const spent = await place.count();
  exchange.limitFields = spent.fields;
  if ("refusedBy" in spent) return refuse(exchange, limitRefusal(spent));
  if (path.rest === pagePath) return answer(exchange, 200, null, "", ["x-ferrule-reference", "1"]);
  const { routes } = compiled.table;
  const shown = caller === null ? routes : callableBy(caller, routes, ({ name }) => name);
  const headers = ["cache-control", "private, no-cache"];
  const sent = { status: 200, type: "application/json", headers, body: documentOf(place, shown) };
  await sendAnswer(exchange, { etag: true }, sent);
}
