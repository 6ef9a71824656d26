import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { z } from "zod";
import { defineTemplate } from "../template.ts";

export const htmlToText = defineTemplate({
  id: "html-to-text",
  name: "HTML to text",
  summary:
    "Turns HTML into plain text with its paragraphs, lists, tables and links, for people, mails and models to read.",
  category: "Data",
  scope: "both",
  parameters: z.strictObject({
    keepsLinks: z.boolean().default(true).describe("Whether to write a link's address after its text."),
    maxCharacters: z.int().min(100).max(1_000_000).default(100_000).describe("The most characters to return."),
  }),
  contents: ({ keepsLinks, maxCharacters }) => ({
    endpoint: { kind: "mcp", slug: "html", name: "HTML" },
    functions: [
      {
        slug: "html-to-text",
        name: "HTML to text",
        file: "html-to-text.ts",
        constants: { keepsLinks, maxCharacters },
        permissions: noPermissions,
        tool: {
          toolName: "html_to_text",
          description: "Turns HTML into plain text.",
          annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        },
        route: { method: "POST", path: "/html-to-text", successStatus: 200 },
      },
    ],
  }),
});
