import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { routePath } from "@ferrule/contract/resources/binding.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";
import { webhookSenders } from "@ferrule/contract/webhook-senders.ts";

/** Those that a template needs to know nothing more of. */
const senders = webhookSenders.filter((sender) => sender !== "hmac");

const plainPath = routePath.refine((path) => !path.includes("{"), "must have no parameters");

export const webhookReceiver = defineTemplate({
  id: "webhook-receiver",
  name: "Receive webhooks",
  summary:
    "Takes webhooks of Stripe, GitHub, Slack, Shopify, Twilio or any sender of Standard Webhooks whose signature and age are " +
    "right, and refuses all others. The sender also sends the endpoint's API key.",
  category: "Integration",
  scope: "endpoint",
  parameters: z.strictObject({
    sender: z.enum(senders).default("standard").describe("Who signs; standard: as Standard Webhooks says."),
    path: plainPath.default("/webhooks").describe("The route that the sender calls."),
    secretName: secretName
      .default("WEBHOOK_SECRET")
      .describe("The secret that holds the signing key, as the sender shows it."),
    toleranceSeconds: z.int().min(1).max(86_400).default(300).describe("How old a webhook may be."),
  }),
  contents: ({ sender, path, secretName, toleranceSeconds }) => ({
    endpoint: { kind: "http", slug: "webhooks", name: "Webhooks" },
    functions: [
      {
        slug: "receive-webhook",
        name: "Receive a webhook",
        file: "receive-webhook.ts",
        constants: { sender, secretName, toleranceSeconds },
        permissions: { ...noPermissions, secrets: [secretName] },
        route: {
          method: "POST",
          path,
          successStatus: 202,
          bodyType: sender === "twilio" ? "form" : "json",
          bodyProperty: "event",
        },
      },
    ],
  }),
});
