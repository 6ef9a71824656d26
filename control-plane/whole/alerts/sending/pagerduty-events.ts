import type { AlertRule } from "@ferrule/contract/resources/alert.ts";
import { titleOf, type Message } from "./message.ts";

const severities: Partial<Record<AlertRule, "critical" | "warning">> = {
  "endpoint-failing": "critical",
  "worker-away": "critical",
  "control-plane-away": "critical",
  "quota-near": "warning",
  "expires-soon": "warning",
  "approval-waits": "warning",
};

/**
 * The events for the Events API v2 of PagerDuty. Each rule of a Project is one incident, by its `dedup_key`: an event
 * says whether alerts of the rule fire when it is sent. So a repeated or late event changes nothing that is true.
 */
export function pagerdutyEvents(message: Message, routingKey: string): object[] {
  const { project, url } = message;
  const about = { routing_key: routingKey, client: "Ferrule", client_url: url };
  const payload = (summary: string, severity: string, more: object) => ({
    summary: summary.slice(0, 1_000),
    source: `Ferrule ${project.slug}`,
    severity,
    ...more,
  });
  if (message.kind === "test") {
    const key = { dedup_key: `ferrule:${project.id}:${message.id}` };
    const trigger = { ...about, ...key, event_action: "trigger", payload: payload(titleOf(message), "info", {}) };
    return [trigger, { ...about, ...key, event_action: "resolve" }];
  }
  return [...message.rules].map(([rule, { firing, title, environment }]) => {
    const key = { ...about, dedup_key: `ferrule:${project.id}:${rule}` };
    if (firing === 0) return { ...key, event_action: "resolve" };
    const summary = `${project.name}: ${title}${firing > 1 ? `, and ${firing - 1} more` : ""}`;
    return {
      ...key,
      event_action: "trigger",
      payload: payload(summary, severities[rule] ?? "error", {
        class: rule,
        custom_details: { project: project.slug, environment: environment ?? "both", firing },
      }),
      links: [{ href: url, text: "Alerts in Ferrule" }],
    };
  });
}
