import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";

export const csvToJson = defineTemplate({
  id: "csv-to-json",
  name: "CSV to JSON",
  summary: "Turns the text of a CSV file (RFC 4180) into rows by the names of their columns.",
  category: "Data",
  scope: "both",
  parameters: z.strictObject({
    delimiter: z.enum([",", ";", "\t", "|"]).default(",").describe("The separator between two fields."),
    maxRows: z.int().min(1).max(10_000).default(1_000).describe("The most rows to return."),
  }),
  contents: ({ delimiter, maxRows }) => ({
    endpoint: { kind: "mcp", slug: "csv", name: "CSV" },
    functions: [
      {
        slug: "csv-to-json",
        name: "CSV to JSON",
        file: "csv-to-json.ts",
        constants: { delimiter, maxRows },
        permissions: noPermissions,
        tool: {
          toolName: "csv_to_json",
          description: "Turns a CSV text into rows by the names of their columns.",
          annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        },
        route: { method: "POST", path: "/csv-to-json", successStatus: 200 },
      },
    ],
  }),
});
