import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { fieldPath } from "@ferrule/contract/resources/data-collection.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";
import { cronParameters } from "./cron-parameters.ts";
import { hostOf, webAddress } from "./web-address.ts";

export const scheduledReport = defineTemplate({
  id: "scheduled-report",
  name: "Scheduled report",
  summary:
    "Reads figures from an API on a schedule and posts them to an incoming webhook, like Slack's, with what has changed since the " +
    "last report.",
  category: "Operations",
  scope: "project",
  parameters: z.strictObject({
    title: z.string().min(1).max(200).default("Daily figures").describe("The first line of the report."),
    sourceUrl: webAddress
      .default("https://api.example.com/v1/figures")
      .describe("The address that returns the figures, as JSON."),
    figures: z
      .array(fieldPath)
      .min(1)
      .max(20)
      .default(["orders.open", "orders.total"])
      .describe("Where the numbers are in the answer."),
    tokenName: secretName.default("API_TOKEN").describe("The secret with the API's bearer token."),
    webhookName: secretName
      .default("REPORT_WEBHOOK_URL")
      .describe("The secret with the address to post the report to."),
    webhookOrigin: webAddress
      .default("https://hooks.slack.com")
      .describe("Where that address is; nothing beside it and the API is reached."),
    ...cronParameters(8),
  }),
  contents: ({ schedule, timezone, tenantId, ...constants }) => ({
    endpoint: null,
    functions: [
      {
        slug: "report-figures",
        name: "Report figures",
        file: "report-figures.ts",
        constants,
        permissions: {
          ...noPermissions,
          secrets: [constants.tokenName, constants.webhookName],
          hosts: [...new Set([hostOf(constants.sourceUrl), hostOf(constants.webhookOrigin)])],
          cache: true,
        },
        cron: { name: constants.title, schedule, timezone, tenantId },
      },
    ],
  }),
});
