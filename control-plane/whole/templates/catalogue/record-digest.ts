import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { collectionName, fieldPath } from "@ferrule/contract/resources/data-collection.ts";
import { secretName } from "@ferrule/contract/resources/secret.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";
import { cronParameters } from "./cron-parameters.ts";
import { hostOf, webAddress } from "./web-address.ts";

export const recordDigest = defineTemplate({
  id: "record-digest",
  name: "Daily digest of records",
  summary:
    "Posts the day's new records of a data collection to an incoming webhook, such as Slack's. " +
    "If the collection does not exist, the template creates it.",
  category: "Data",
  scope: "project",
  parameters: z.strictObject({
    title: z.string().min(1).max(200).default("New records").describe("The first words of the digest."),
    collection: collectionName.default("items").describe("The data collection's name."),
    shownField: fieldPath
      .default("title")
      .describe("The field to show of each record; a record without it shows its id."),
    hours: z.int().min(1).max(744).default(24).describe("How far back the digest looks."),
    mostShown: z.int().min(1).max(100).default(20).describe("How many records are named; the others are counted."),
    postsNothing: z.boolean().default(false).describe("Whether a digest without a record is posted, too."),
    webhookName: secretName
      .default("DIGEST_WEBHOOK_URL")
      .describe("The secret with the address to post the digest to."),
    webhookOrigin: webAddress
      .default("https://hooks.slack.com")
      .describe("Where that address is; nothing beside it is reached."),
    ...cronParameters(7),
  }),
  contents: ({ schedule, timezone, tenantId, ...constants }) => ({
    endpoint: null,
    collections: [
      {
        name: constants.collection,
        description: "Made by the template for digests.",
        schema: { type: "object", properties: { title: { type: "string", maxLength: 500 } } },
        indexes: [],
      },
    ],
    functions: [
      {
        slug: "digest-records",
        name: "Digest of records",
        file: "digest-records.ts",
        constants,
        permissions: {
          ...noPermissions,
          secrets: [constants.webhookName],
          hosts: [hostOf(constants.webhookOrigin)],
          collections: [{ name: constants.collection, access: "read" }],
        },
        cron: { name: constants.title, schedule, timezone, tenantId },
      },
    ],
  }),
});
