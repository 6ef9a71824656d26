import { z } from "zod";
import { operation } from "./operation.ts";
import { environment } from "../resources/fields.ts";
import { usage, usageParts } from "../resources/usage.ts";

const firstDay = "1970-01-01";
const day = z.iso
  .date({ error: "must be a day like 2026-11-21" })
  .refine((value) => value >= firstDay, `must not be before ${firstDay}`);

const query = z.strictObject({
  environment: environment.default("production"),
  /** Both days are included. Default: the last 30 days. */
  from: day.optional(),
  to: day.optional(),
  /** Any of day, caller, tenant, tool and kind, with commas in between. */
  by: z
    .string()
    .max(100)
    .default("day")
    .refine(
      (text) => text.split(",").every((part) => usageParts.some((known) => known === part)),
      `must be one or more of ${usageParts.join(", ")}, separated by commas`,
    ),
});

const shared = {
  tag: "Usage",
  scope: "project",
  method: "GET",
  roles: "any",
  query,
} as const;

/** The number of calls by caller and tool. */
export const usageOperations = {
  getUsage: operation({
    ...shared,
    path: "/api/usage",
    summary: "Get the calls of the active Project by day",
    description: "And by caller, tenant, tool and kind, at most 1,000 rows.",
    response: usage,
  }),
  exportUsage: operation({
    ...shared,
    path: "/api/usage/export",
    summary: "Download the same as CSV, at most 100,000 rows",
    response: z.string(),
    alternative: "text/csv",
  }),
};
