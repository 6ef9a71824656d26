import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";
import { hostOf, webAddress } from "./web-address.ts";

export const slackMessage = defineTemplate({
  id: "slack-message",
  name: "Send a Slack message",
  summary:
    "Posts a text to a Slack channel, or below a message, as your Slack app. Nobody is mentioned by what the text says.",
  category: "Messages",
  scope: "both",
  parameters: z.strictObject({
    channel: z
      .string()
      .regex(/^(#[a-z0-9_-]{1,80}|[CDG][A-Z0-9]{2,20})$/, "must be a name like #general or an id like C0123456789")
      .default("#general")
      .describe("The channel for messages that name none."),
    secretName: secretName
      .default("SLACK_TOKEN")
      .describe("The secret that holds the app's bot token (xoxb-…), which needs the scope chat:write."),
    apiUrl: webAddress.default("https://slack.com").describe("Slack's address; another one behind a proxy."),
  }),
  contents: ({ channel, secretName, apiUrl }) => ({
    endpoint: { kind: "mcp", slug: "slack", name: "Slack" },
    functions: [
      {
        slug: "send-slack-message",
        name: "Send a Slack message",
        file: "send-slack-message.ts",
        constants: { defaultChannel: channel, secretName, apiUrl },
        permissions: { ...noPermissions, secrets: [secretName], hosts: [hostOf(apiUrl)] },
        tool: {
          toolName: "send_slack_message",
          description: "Posts a text to a Slack channel.",
          annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
        },
        route: { method: "POST", path: "/messages", successStatus: 201 },
      },
    ],
  }),
});
