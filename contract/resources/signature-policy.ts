import { z } from "zod";
import { challengeOf, senderChallenge, webhookSenders } from "../webhook-senders.ts";
import { secretName } from "./secret.ts";

/** The sender whose signature opens an endpoint: its callers are the webhooks of this one sender. */
export const signaturePolicy = z
  .strictObject({
    sender: z.enum(webhookSenders),
    /**
     * Secrets of the environment with the signing key. There are several during a rotation: any of them may have
     * signed.
     */
    secrets: z.array(secretName).min(1).max(5),
    /** How old, or how far ahead, the sender's time may be. */
    toleranceSeconds: z.number().int().min(1).max(86_400).default(300),
    /** How long the same signed request is refused, if the sender signs no time. */
    replayWindowSeconds: z.number().int().min(60).max(604_800).default(86_400),
    /** For the sender `hmac`: how it signs the body. */
    hmac: z
      .strictObject({
        algorithm: z.enum(["sha1", "sha256", "sha512"]).default("sha256"),
        header: z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header"),
        encoding: z.enum(["hex", "base64"]).default("hex"),
        /** The text before the signature in the header: `sha256=`. */
        prefix: z.string().max(64).default(""),
      })
      .optional(),
    /** The sender's challenge, for a sender that is not known to send one. */
    challenge: senderChallenge.optional(),
    /** The secret with the token that the sender's challenge must carry. */
    challengeSecret: secretName.optional(),
  })
  .refine((policy) => policy.challenge === undefined || challengeOf(policy) === policy.challenge, {
    path: ["challenge"],
    message: "is fixed for this sender: leave it out",
  })
  .refine((policy) => (challengeOf(policy)?.tokenParameter !== undefined) === (policy.challengeSecret !== undefined), {
    path: ["challengeSecret"],
    message: "is required if the question carries a token, and allowed only then",
  })
  .refine(({ sender, hmac }) => (sender === "hmac") === (hmac !== undefined), {
    path: ["hmac"],
    message: "is required for the sender hmac, and allowed only there",
  });
export type SignaturePolicy = z.infer<typeof signaturePolicy>;

/** The secrets that a policy reads: the signing ones, and the one for the sender's challenge. */
export const secretsOfSignature = ({ secrets, challengeSecret }: SignaturePolicy): string[] =>
  challengeSecret === undefined ? secrets : [...secrets, challengeSecret];
