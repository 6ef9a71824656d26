import { z } from "zod";
import { patchOf } from "../resource-fields.ts";
import { environments } from "../states.ts";
import { alertRule, alertRules } from "./alert.ts";
import { environment, givenLine, givenName, id, owned, time } from "./fields.ts";

export const alertChannelKinds = ["slack", "teams", "discord", "pagerduty", "webhook", "email"] as const;
export type AlertChannelKind = (typeof alertChannelKinds)[number];

/** Holds a secret in its path, so it is sealed as a whole. */
const url = givenLine(2_000, 1).refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return /^https?:$/.test(protocol) && username + password + hash === "";
}, "must be an https:// URL without user, password and fragment");

const mailAddress = z.email("must be an e-mail address like team@example.com").max(254);
const host = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/, "must be the name of a mail server, such as smtp.example.com");

/** Where the Events API of PagerDuty is in the US service region. */
export const pagerdutyUrl = "https://events.pagerduty.com/v2/enqueue";

const email = z
  .strictObject({
    kind: z.literal("email"),
    host,
    port: z.number().int().min(1).max(65_535),
    /** `implicit`: TLS from the beginning (465); `starttls`: required after the greeting (587); `off`: none. */
    tls: z.enum(["implicit", "starttls", "off"]).default("starttls"),
    username: givenLine(254, 1).nullable().default(null),
    password: givenLine(1_000, 1).nullable().default(null),
    from: mailAddress,
    to: z.array(mailAddress).min(1).max(20),
  })
  .refine(({ username, password }) => (username === null) === (password === null), {
    error: "must be given with the user name, and only then",
    path: ["password"],
  });

/** Where a channel leads. No response contains it. */
export const alertTarget = z.discriminatedUnion("kind", [
  /** An incoming webhook of Slack, or of a server that takes the same, such as Mattermost. */
  z.strictObject({ kind: z.literal("slack"), url }),
  /** A workflow of Microsoft Teams, "When a Teams webhook request is received". */
  z.strictObject({ kind: z.literal("teams"), url }),
  z.strictObject({ kind: z.literal("discord"), url }),
  /** The Events API v2 of PagerDuty. */
  z.strictObject({
    kind: z.literal("pagerduty"),
    routingKey: z.string().regex(/^[A-Za-z0-9]{16,64}$/, "must be the integration key of a service"),
    url: url.default(pagerdutyUrl),
  }),
  /** A receiver of your own, signed as Standard Webhooks say. */
  z.strictObject({
    kind: z.literal("webhook"),
    url,
    secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, "must be whsec_ and 24 to 64 bytes in Base64"),
  }),
  email,
]);
export type AlertTarget = z.infer<typeof alertTarget>;

const settings = {
  name: givenName,
  enabled: z.boolean().default(true),
  /** The environments whose alerts it tells. What concerns both, such as a worker, is always told. */
  environments: z.array(environment).min(1).max(environments.length).default(["production"]),
  /** The rules whose alerts it tells; null: all. */
  rules: z.array(alertRule).min(1).max(alertRules.length).nullable().default(null),
  /** Whether it waits during the Project's quiet hours. */
  keepsQuiet: z.boolean().default(true),
};

export const newAlertChannel = z.strictObject({ ...settings, target: alertTarget });
export type NewAlertChannel = z.infer<typeof newAlertChannel>;

/** Omitted fields stay unchanged, and so does the target. */
export const changedAlertChannel = patchOf(newAlertChannel);

export const alertChannelStates = ["off", "ok", "failing"] as const;

/** Where a Project is told of alerts. */
export const alertChannel = z.object({
  ...owned("alc"),
  name: z.string(),
  kind: z.enum(alertChannelKinds),
  /** Where it leads, without what is secret: a host, or the addresses of an e-mail. */
  address: z.string(),
  enabled: z.boolean(),
  environments: z.array(z.enum(environments)),
  rules: z.array(alertRule).nullable(),
  keepsQuiet: z.boolean(),
  /** `failing`: the latest attempt failed. */
  state: z.enum(alertChannelStates),
  sentAt: time.nullable(),
  /** The problem of the latest attempt, if it failed. */
  failure: z.object({ message: z.string(), at: time, attempts: z.number().int() }).nullable(),
});
export type AlertChannel = z.infer<typeof alertChannel>;

/** Whether the channel took a test message, and what it answered. */
export const alertChannelTest = z.object({ ok: z.boolean(), message: z.string() });

export const alertMessageStatuses = ["waiting", "sent", "failed"] as const;

/** What a channel was told, or will be. */
export const alertMessage = z.object({
  id: id("alm"),
  channel: z.object({ id: id("alc"), name: z.string(), kind: z.enum(alertChannelKinds) }),
  kind: z.enum(["alerts", "test"]),
  /** `failed`: it was given up. */
  status: z.enum(alertMessageStatuses),
  /** How many alerts it tells that began. */
  firing: z.number().int(),
  /** How many it tells that are over. */
  resolved: z.number().int(),
  attempts: z.number().int(),
  /** When it is sent, or when the next attempt begins; null: it is finished. */
  dueAt: time.nullable(),
  /** The status of the latest answer: `HTTP 200`, `SMTP 250`; null: there was none. */
  answer: z.string().nullable(),
  /** Why the latest attempt failed. */
  reason: z.string().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
});
export type AlertMessage = z.infer<typeof alertMessage>;
