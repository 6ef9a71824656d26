import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import { alertRules } from "@ferrule/contract/resources/alert.ts";
import {
  alertChannelKinds,
  alertTarget,
  pagerdutyUrl,
  type AlertChannelKind,
} from "@ferrule/contract/resources/alert-channel.ts";
import { z } from "zod";
import type { ItemOf } from "../../api/use-operation.ts";

export type Channel = ItemOf<"listAlertChannels">;

export const kindNames: Record<AlertChannelKind, string> = {
  slack: "Slack",
  teams: "Microsoft Teams",
  discord: "Discord",
  pagerduty: "PagerDuty",
  webhook: "Signed webhook",
  email: "E-mail",
};

export const environmentSets = {
  production: ["production"],
  development: ["development"],
  both: ["development", "production"],
} as const;
type EnvironmentSet = keyof typeof environmentSets;

/** A new secret of a signed webhook: 32 random bytes. */
export const newWebhookSecret = (): string =>
  `whsec_${btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(32))))}`;

/** The form of a channel. Where it leads has one field for each kind's part; those of other kinds are ignored. */
const fields = z.object({
  name: z.string().trim().min(1).max(120),
  kind: z.enum(alertChannelKinds),
  enabled: z.boolean(),
  environments: z.enum(["production", "development", "both"]),
  keepsQuiet: z.boolean(),
  changesTarget: z.boolean(),
  url: z.string().trim(),
  routingKey: z.string().trim(),
  secret: z.string().trim(),
  host: z.string().trim(),
  port: z.int().min(1).max(65_535),
  tls: z.enum(["implicit", "starttls", "off"]),
  username: z.string(),
  password: z.string(),
  from: z.string().trim(),
  to: z.string(),
});
type Fields = z.output<typeof fields>;

/** Where the form says that the channel leads, as the API takes it. */
function targetOf({ kind, url, routingKey, secret, host, port, tls, username, password, from, to }: Fields): object {
  if (kind === "email") {
    const given = (text: string) => (text === "" ? null : text);
    const addresses = to.split(/[\s,;]+/).filter((each) => each !== "");
    return { kind, host, port, tls, username: given(username), password: given(password), from, to: addresses };
  }
  if (kind === "pagerduty") return { kind, routingKey, url: url === "" ? pagerdutyUrl : url };
  return kind === "webhook" ? { kind, url, secret } : { kind, url };
}

/** The form's schema: problems of where it leads land at the fields. */
export const channelForm = fields.superRefine((values, context) => {
  if (!values.changesTarget) return;
  const { error } = alertTarget.safeParse(targetOf(values), { error: plainProblem });
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: "custom", path: [path[0] ?? "url"], message });
});

/** The request's body. */
export function bodyOf(values: unknown) {
  const form = fields.parse(values);
  const { name, enabled, environments, keepsQuiet, changesTarget } = form;
  return {
    name,
    enabled,
    environments: [...environmentSets[environments]],
    keepsQuiet,
    ...(changesTarget ? { target: alertTarget.parse(targetOf(form)) } : {}),
  };
}

const setOf = (environments: readonly string[]): EnvironmentSet =>
  environments.length > 1 ? "both" : environments[0] === "development" ? "development" : "production";

/** The form of a present channel, or of a new one. Where a present one leads is not known, so its fields are empty. */
export const shownOf = (channel: Channel | null): Fields => ({
  name: channel?.name ?? "",
  kind: channel?.kind ?? "slack",
  enabled: channel?.enabled ?? true,
  environments: setOf(channel?.environments ?? ["production"]),
  keepsQuiet: channel?.keepsQuiet ?? true,
  changesTarget: channel === null,
  url: "",
  routingKey: "",
  secret: channel === null ? newWebhookSecret() : "",
  host: "",
  port: 587,
  tls: "starttls",
  username: "",
  password: "",
  from: "",
  to: "",
});

/** How a list says which rules a channel tells. */
export const rulesText = ({ rules }: Channel): string =>
  rules === null ? "All kinds" : `${rules.length} of ${alertRules.length} kinds`;
