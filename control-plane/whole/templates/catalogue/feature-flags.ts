import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";

const flagName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,99}$/, "must be a name like new-checkout");
const percentage = z.number().min(0).max(100);

export const featureFlags = defineTemplate({
  id: "feature-flags",
  name: "Feature flags",
  summary: "Says whether a feature is on for somebody: the same answer each time, for a share of all who ask.",
  category: "Operations",
  scope: "both",
  parameters: z.strictObject({
    flags: z
      .record(flagName, percentage)
      .refine((flags) => Object.keys(flags).length <= 200, "must be at most 200 flags")
      .default({ "new-checkout": 25 })
      .describe("For each flag, how many of a hundred subjects have it."),
  }),
  contents: ({ flags }) => ({
    endpoint: { kind: "http", slug: "feature-flags", name: "Feature flags" },
    functions: [
      {
        slug: "decide-flag",
        name: "Decide a feature flag",
        file: "decide-flag.ts",
        constants: { flags },
        permissions: noPermissions,
        tool: {
          toolName: "decide_flag",
          description: "Says whether a feature is on for somebody.",
          annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        },
        route: { method: "GET", path: "/flags/{flag}/{subject}", successStatus: 200 },
      },
    ],
  }),
});
