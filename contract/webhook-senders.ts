import { z } from "zod";
import { secretName } from "./resources/secret.ts";

/** Whose webhooks Ferrule can verify; `hmac`: any other that signs its body with a shared key. */
export const webhookSenders = ["stripe", "github", "slack", "shopify", "standard", "twilio", "hmac"] as const;
export type WebhookSender = (typeof webhookSenders)[number];

const signatureHeaders = {
  stripe: "stripe-signature",
  github: "x-hub-signature-256",
  slack: "x-slack-signature",
  shopify: "x-shopify-hmac-sha256",
  standard: "webhook-signature",
  twilio: "x-twilio-signature",
} as const;

/** The header, in lower case, without which there is no signature of this sender. */
export const signatureHeader = ({
  sender,
  hmac: scheme,
}: {
  sender: WebhookSender;
  hmac?: { header: string } | undefined;
}): string => (sender === "hmac" ? (scheme?.header.toLowerCase() ?? "") : signatureHeaders[sender]);

/** How a sender that is not known by name signs its body. */
const hmacScheme = z.strictObject({
  algorithm: z.enum(["sha1", "sha256", "sha512"]).default("sha256"),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header")
    .transform((name) => name.toLowerCase()),
  encoding: z.enum(["hex", "base64"]).default("hex"),
  /** What stands before the signature in the header: `sha256=`. */
  prefix: z.string().max(64).default(""),
});
export type HmacScheme = z.infer<typeof hmacScheme>;

const secretNames = z.array(secretName).min(1).max(5);

/** Which signature a webhook must have. Several secrets while one is rotated: any of them may have signed. */
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
    message: "goes with the sender hmac, and only with it",
  });
export type SignatureRule = z.infer<typeof signatureRule>;
