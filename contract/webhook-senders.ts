import { z } from "zod";
import { secretName } from "./resources/secret.ts";

/** The senders whose webhooks Ferrule can verify; `hmac`: any other that signs its body with a shared key. */
export const webhookSenders = [
  "stripe",
  "github",
  "slack",
  "shopify",
  "standard",
  "twilio",
  "meta",
  "dropbox",
  "trello",
  "hmac",
] as const;
export type WebhookSender = (typeof webhookSenders)[number];

const signatureHeaders = {
  stripe: "stripe-signature",
  github: "x-hub-signature-256",
  slack: "x-slack-signature",
  shopify: "x-shopify-hmac-sha256",
  standard: "webhook-signature",
  twilio: "x-twilio-signature",
  meta: "x-hub-signature-256",
  dropbox: "x-dropbox-signature",
  trello: "x-trello-webhook",
} as const;

/** The header with this sender's signature, in lower case. */
export const signatureHeader = ({
  sender,
  hmac: scheme,
}: {
  sender: WebhookSender;
  hmac?: { header: string } | undefined;
}): string => (sender === "hmac" ? (scheme?.header.toLowerCase() ?? "") : signatureHeaders[sender]);

/**
 * Whether a request claims to be signed. Svix sends Standard Webhooks with its own header names. Header names are in
 * lower case.
 */
export const hasSignature = (
  rule: Parameters<typeof signatureHeader>[0],
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean =>
  headers[signatureHeader(rule)] !== undefined ||
  (rule.sender === "standard" && headers["svix-signature"] !== undefined);

/**
 * The unsigned challenge that a sender sends before it uses an address for webhooks, to ask whether somebody there
 * wants them.
 */
export const senderChallenge = z
  .strictObject({
    method: z.enum(["GET", "HEAD"]).default("GET"),
    /** The query parameter whose value we return: `hub.challenge`. */
    parameter: z
      .string()
      .regex(/^[\w.-]{1,64}$/, "must be the name of a query parameter")
      .optional(),
    /** The query parameter with a token that only you and the sender know: `hub.verify_token`. */
    tokenParameter: z
      .string()
      .regex(/^[\w.-]{1,64}$/, "must be the name of a query parameter")
      .optional(),
    /** `json`: the response is an object with the parameter's name and value. */
    answer: z.enum(["text", "json"]).default("text"),
  })
  .refine(({ method, parameter }) => (method === "GET") === (parameter !== undefined), {
    path: ["parameter"],
    message: "is required for GET, and allowed only there",
  });
export type SenderChallenge = z.infer<typeof senderChallenge>;

/**
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started (WhatsApp and Instagram too),
 * https://www.dropbox.com/developers/reference/webhooks, https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks
 */
const challenges: Partial<Record<WebhookSender, SenderChallenge>> = {
  meta: { method: "GET", parameter: "hub.challenge", tokenParameter: "hub.verify_token", answer: "text" },
  dropbox: { method: "GET", parameter: "challenge", answer: "text" },
  trello: { method: "HEAD", answer: "text" },
};

/** The challenge of a policy's sender: the known one, or the one that the policy declares; null if there is none. */
export const challengeOf = ({
  sender,
  challenge,
}: {
  sender: WebhookSender;
  challenge?: SenderChallenge | undefined;
}): SenderChallenge | null => challenges[sender] ?? challenge ?? null;

/** How a sender that Ferrule does not know by name signs its body. */
const hmacScheme = z.strictObject({
  algorithm: z.enum(["sha1", "sha256", "sha512"]).default("sha256"),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header")
    .transform((name) => name.toLowerCase()),
  encoding: z.enum(["hex", "base64"]).default("hex"),
  /** The text before the signature in the header: `sha256=`. */
  prefix: z.string().max(64).default(""),
});
export type HmacScheme = z.infer<typeof hmacScheme>;

const secretNames = z.array(secretName).min(1).max(5);

/** The signature that a webhook must have. There are several secrets during a rotation: any of them may have signed. */
export const signatureRule = z
  .strictObject({
    sender: z.enum(webhookSenders),
    secret: z.union([secretName.transform((name) => [name]), secretNames]),
    /** How old, or how far ahead, the sender's time may be. */
    toleranceSeconds: z.number().int().min(1).max(86_400).default(300),
    hmac: hmacScheme.optional(),
  })
  .refine(({ sender, hmac }) => (sender === "hmac") === (hmac !== undefined), {
    path: ["hmac"],
    message: "is required for the sender hmac, and allowed only there",
  });
export type SignatureRule = z.infer<typeof signatureRule>;
