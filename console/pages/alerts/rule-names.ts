import type { AlertRule } from "@ferrule/contract/resources/alert.ts";

/** The kinds of alerts, as a person reads them, with what each means. */
export const ruleNames: Record<AlertRule, readonly [name: string, meaning: string]> = {
  "deployment-failed": ["Deployment failed", "The latest deployment of an environment failed."],
  "cron-failing": ["Cron failing", "The latest run of a cron failed or was missed, or the cron paused itself."],
  "delivery-dead": ["Delivery dead", "A delivery used up its attempts within the last day."],
  "endpoint-failing": ["Endpoint failing", "More calls fail than the bound of the endpoint allows."],
  "endpoint-slow": ["Endpoint slow", "More than 5 of 100 calls take longer than the bound of the endpoint."],
  "quota-near": ["Quota nearly used up", "A key, caller or tenant has used 80 % of a quota."],
  "quota-reached": ["Quota used up", "A key, caller or tenant has used all of a quota."],
  "worker-away": ["Worker away", "A worker fell silent, and no other took its place."],
  "control-plane-away": ["Control plane away", "A control plane fell silent, and no other took its place."],
  "expires-soon": ["Expires soon", "An API key, a token or a certificate expires within a week."],
  "approval-waits": ["Approval waits", "A call or a run waits until a person approves."],
};
