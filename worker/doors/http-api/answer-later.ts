import type { IncomingHttpHeaders } from "node:http";
import { deliveredRequest } from "@ferrule/contract/internal/deliveries.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { DeliveryRule } from "@ferrule/contract/resources/delivery.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { AdmittedCall } from "../../calls/admission/function-call.ts";
import { deliveryKeyOf } from "../deliveries/delivery-key.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import { answer, refusal, type Exchange, type Refusal } from "../serving/exchange.ts";
import type { SignedRequest } from "../serving/signed-request.ts";
import type { CompiledRoute } from "../../deployed/endpoints/bindings/route-table.ts";

/** A request with valid input, on a route that responds before its Function runs. */
export interface LaterRequest {
  exchange: Exchange;
  admitted: AdmittedCall;
  route: CompiledRoute;
  rule: DeliveryRule;
  /** The path below the endpoint. */
  path: string;
  /** The request as the sender sent it. */
  query: string;
  headers: Record<string, string>;
  url: string;
  body: Buffer;
  signed: SignedRequest | undefined;
}

const json = "application/json; charset=utf-8";
const uncached = ["cache-control", "no-store"];

/**
 * Whether this is Slack's check that the address belongs to its owner. Slack asks once and needs the answer at once
 * (https://docs.slack.dev/apis/events-api).
 */
export const isHandshake = (headers: IncomingHttpHeaders, read: unknown): boolean =>
  headers["x-slack-signature"] !== undefined && isObject(read) && read["type"] === "url_verification";

function refusalOf(outcome: "full" | "gone" | "unknown"): Refusal {
  if (outcome === "gone") return refusal("NOT_FOUND");
  if (outcome === "full") return refusal("OVERLOADED", undefined, ["retry-after", "60"]);
  return refusal("UNAVAILABLE", undefined, ["retry-after", "5"]);
}

/**
 * Stores the request, and only then returns 202; the Function does not run before. If it cannot be stored, the response
 * makes the sender try again.
 * @throws Error for `fail`
 */
export async function answerLater(
  request: LaterRequest,
  deliveries: DeliveryStore,
  reject: (refused: Refusal) => void,
): Promise<void> {
  const { exchange, admitted, route, rule, path, query, headers, url, body, signed } = request;
  const { endpoint, tenantId, caller, requestId, receivedAt } = admitted;
  const method = deliveredRequest.shape.method.parse(exchange.request.method);
  const { maxAttempts, backoffMs, horizonSeconds } = rule;
  const acceptance = await deliveries.store({
    id: identifier("dlv"),
    projectId: endpoint.projectId,
    environment: endpoint.environment,
    endpointId: endpoint.id,
    bindingId: route.binding.bindingId,
    functionId: route.called.artifact.id,
    route: route.name,
    tenantId,
    caller,
    requestId,
    ...deliveryKeyOf(rule, { tenantId, method, path, query, headers, body, signed }),
    maxAttempts,
    backoffMs,
    horizonSeconds,
    receivedAt,
    size: body.length,
    request: JSON.stringify({ method, path, query, headers, url, body: body.toString("base64") }),
  });
  const { outcome } = acceptance ?? { outcome: "unknown" as const };
  if (acceptance === null || (outcome !== "accepted" && outcome !== "duplicate")) {
    return reject(refusalOf(outcome === "full" || outcome === "gone" ? outcome : "unknown"));
  }
  // Twilio reads the response as instructions, so we send an empty list.
  if (headers["x-twilio-signature"] !== undefined) return answer(exchange, 202, "text/xml", "<Response/>", uncached);
  const deliveryId = acceptance.original ?? acceptance.id;
  const told = JSON.stringify({ deliveryId, duplicate: outcome === "duplicate" });
  answer(exchange, 202, json, told, uncached);
}
