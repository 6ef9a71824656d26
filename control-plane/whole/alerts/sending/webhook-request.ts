import { Webhook } from "standardwebhooks";
import type { Message, ToldAlert } from "./message.ts";

const toAlert = ({ id, rule, environment, title, detail, url, since, resolvedAt }: ToldAlert) => ({
  id,
  rule,
  environment,
  title,
  detail,
  url,
  since: since.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
});

/**
 * The body and headers for a receiver of the team's own, signed as Standard Webhooks say. `webhook-id` is the same in
 * every attempt, so that the receiver can drop what it has.
 * @param now in epoch milliseconds
 */
export function webhookRequest(message: Message, secret: string, now: number) {
  const { id, kind, project, url, firing, firingCount, resolved, resolvedCount } = message;
  const at = new Date(now);
  const body = JSON.stringify({
    type: kind === "test" ? "alerts.test" : "alerts.changed",
    timestamp: at.toISOString(),
    data: {
      project,
      url,
      firing: firing.map(toAlert),
      firingCount,
      resolved: resolved.map(toAlert),
      resolvedCount,
    },
  });
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  return { body, headers };
}
