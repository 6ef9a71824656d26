import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { signatureRule } from "@ferrule/contract/webhook-senders.ts";
import { verifySignature } from "../../../ground/webhooks/verify-signature.ts";
import type { Invocation } from "../call/invocation.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCall } from "./host-call.ts";
import { createSecretsGet, type GetSecret } from "./secrets.ts";

const none = new Uint8Array(0);
/** Each one hashes the whole body on the worker's thread: 10 MiB with five secrets take about 40 ms. */
const mostOfCall = 5;

/**
 * `ctx.http.verifySignature(…)`: whether the call's own request has a valid signature of its sender. The keys are
 * secrets that the call may use, and stay in the worker. Returns `{ verified }` or `{ problem }`.
 */
export function createVerifySignature(get: GetSecret): HostCall {
  const secretsGet = createSecretsGet(get);
  const asked = new WeakMap<Invocation, number>();
  return async (argument, _bytes, context) => {
    const rule = signatureRule.safeParse(argument);
    if (!rule.success) {
      const [issue] = rule.error.issues;
      const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".").slice(0, 100)}: `;
      const said = `${where}${issue?.message ?? "it is not valid"}`;
      throw new HostCallError("VALIDATION_ERROR", `This is not a valid rule for a signature: ${said}.`);
    }
    const times = (asked.get(context.invocation) ?? 0) + 1;
    asked.set(context.invocation, times);
    if (times > mostOfCall) {
      throw new HostCallError("LIMIT_EXCEEDED", `A call verifies signatures at most ${mostOfCall} times.`);
    }
    const { http, httpBody = none, httpUrl, httpReceivedAt = sharedNow() } = context.invocation;
    if (http === undefined || httpUrl === undefined) {
      throw new HostCallError("UNAVAILABLE", "Only a request of an HTTP route has a signature.");
    }
    const secrets = await Promise.all(rule.data.secret.map((name) => secretsGet({ name }, none, context)));
    const values = secrets.map(({ value }) => String(value));
    const delivery = { headers: http.headers, body: httpBody, url: httpUrl };
    return { value: verifySignature(delivery, rule.data, values, httpReceivedAt) };
  };
}
