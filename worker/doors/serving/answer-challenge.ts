import type { SignaturePolicy } from "@ferrule/contract/resources/signature-policy.ts";
import { challengeOf, type SenderChallenge } from "@ferrule/contract/webhook-senders.ts";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served-endpoint.ts";
import type { RouteTable } from "../../deployed/endpoints/route-table.ts";
import type { GetSecret } from "../../running/sandbox/host-calls/secrets.ts";
import { secretsOf } from "./authenticate-signed.ts";
import { answer, refusal, refuse, type Exchange } from "./exchange.ts";
import type { RuntimePath } from "./runtime-path.ts";

/** The value that we send back must be visible ASCII and no longer than senders use, because anybody may ask. */
const plain = /^[\x21-\x7e]{1,512}$/;
const uncached = ["cache-control", "no-store"];

/** The value of a query parameter; undefined when it is missing or occurs several times. */
const oneOf = (asked: URLSearchParams, name: string): string | undefined => {
  const [value, ...others] = asked.getAll(name);
  return others.length === 0 ? value : undefined;
};

/**
 * The challenge of a webhook sender in this request; null when there is none. Senders use the address of their
 * webhooks. So if the endpoint has a route for this method, the request is a call of that route.
 */
export function askedChallenge(
  { method }: Exchange["request"],
  table: RouteTable,
  { rest }: RuntimePath,
  rule: SignaturePolicy,
): SenderChallenge | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const challenge = challengeOf(rule);
  if (challenge?.method !== method) return null;
  try {
    const routes = table.match(rest)?.routes;
    return routes === undefined || routes.has("GET") ? null : challenge;
  } catch {
    return null;
  }
}

/**
 * Responds to the unsigned challenge that a sender sends before it uses an address for webhooks. The response is the
 * value of the challenge's parameter; for a HEAD, it is empty. If the challenge must carry a token, this compares it
 * with the secret in constant time.
 */
export async function answerChallenge(
  exchange: Exchange,
  endpoint: ServedEndpoint,
  { challenge, rule, query }: { challenge: SenderChallenge; rule: SignaturePolicy; query: string },
  getSecret: GetSecret,
): Promise<void> {
  const { method, parameter = "", tokenParameter } = challenge;
  if (method === "HEAD") return answer(exchange, 200, null, "", uncached);
  const asked = new URLSearchParams(query);
  const value = oneOf(asked, parameter);
  if (value === undefined || !plain.test(value)) {
    return refuse(
      exchange,
      refusal("INPUT_INVALID", `The query needs ${parameter} once, with at most 512 characters.`),
    );
  }
  if (tokenParameter !== undefined) {
    const secrets = await secretsOf(endpoint, [rule.challengeSecret ?? ""], getSecret);
    if ("code" in secrets) return refuse(exchange, secrets);
    const token = oneOf(asked, tokenParameter);
    const fits = secrets.some((secret) => secret !== "" && tokensEqual(token, secret));
    if (!fits) return refuse(exchange, refusal("SIGNATURE_INVALID", "The token of this request is wrong."));
  }
  return challenge.answer === "json"
    ? answer(exchange, 200, "application/json; charset=utf-8", JSON.stringify({ [parameter]: value }), uncached)
    : answer(exchange, 200, "text/plain; charset=utf-8", value, uncached);
}
