import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { routePath } from "@ferrule/contract/resources/binding.ts";
import { deliveryRule } from "@ferrule/contract/resources/delivery.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { signaturePolicy } from "@ferrule/contract/resources/signature-policy.ts";
import { challengeOf, webhookSenders } from "@ferrule/contract/webhook-senders.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";

/** The senders for which a template needs no further settings. */
const senders = webhookSenders.filter((sender) => sender !== "hmac");

const plainPath = routePath.refine((path) => !path.includes("{"), "must have no parameters");
const { toleranceSeconds } = signaturePolicy.shape;

export const webhookReceiver = defineTemplate({
  id: "webhook-receiver",
  name: "Receive webhooks",
  summary:
    "Takes webhooks of Stripe, GitHub, Slack, Shopify, Twilio, Meta, Dropbox, Trello or any sender of Standard Webhooks. Their signature opens the API, " +
    "so no API key is needed. Each webhook is stored, answered at once, and runs later until it succeeds.",
  category: "Integration",
  scope: "project",
  parameters: z.strictObject({
    sender: z.enum(senders).default("standard").describe("Who signs; standard: as Standard Webhooks says."),
    path: plainPath.default("/webhooks").describe("The route that the sender calls."),
    secretName: secretName
      .default("WEBHOOK_SECRET")
      .describe("The secret that holds the signing key, as the sender shows it."),
    tokenSecretName: secretName
      .default("WEBHOOK_TOKEN")
      .describe("Only for Meta: the secret with the token of its first question."),
    toleranceSeconds: toleranceSeconds.describe("How old a webhook may be, where its sender signs the time."),
  }),
  contents: ({ sender, path, secretName, tokenSecretName, toleranceSeconds }) => ({
    endpoint: {
      kind: "http",
      slug: sender === "standard" ? "webhooks" : `${sender}-webhooks`,
      name: "Webhooks",
      signature: signaturePolicy.parse({
        sender,
        secrets: [secretName],
        toleranceSeconds,
        ...(challengeOf({ sender })?.tokenParameter === undefined ? {} : { challengeSecret: tokenSecretName }),
      }),
    },
    functions: [
      {
        slug: "receive-webhook",
        name: "Receive a webhook",
        file: "receive-webhook.ts",
        constants: {},
        permissions: noPermissions,
        route: {
          method: "POST",
          path,
          successStatus: 200,
          bodyType: sender === "twilio" ? "form" : "json",
          bodyProperty: "event",
          delivery: deliveryRule.parse({}),
        },
      },
    ],
  }),
});
