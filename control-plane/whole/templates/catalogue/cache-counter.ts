import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";

export const cacheCounter = defineTemplate({
  id: "cache-counter",
  name: "Counter in the cache",
  summary:
    "Counts things by name, by the hour, the day or for as long as somebody counts. About right and quick: two counts at the same " +
    "moment may be one.",
  category: "Operations",
  scope: "both",
  parameters: z.strictObject({
    period: z.enum(["hour", "day", "ever"]).default("day").describe("When a counter starts again, in UTC."),
    keptDays: z.int().min(1).max(30).default(7).describe("How long to keep a counter that nobody changes."),
  }),
  contents: ({ period, keptDays }) => ({
    endpoint: { kind: "http", slug: "counters", name: "Counters" },
    functions: [
      {
        slug: "count-in-cache",
        name: "Count",
        file: "count-in-cache.ts",
        constants: { period, keptDays },
        permissions: { ...noPermissions, cache: true },
        tool: {
          toolName: "count",
          description: "Adds to a counter, or reads it by adding nothing.",
          annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
        },
        route: { method: "POST", path: "/counters/{name}", successStatus: 200 },
      },
    ],
  }),
});
