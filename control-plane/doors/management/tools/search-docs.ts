import { z } from "zod";
import { PublicError } from "@ferrule/contract/errors.ts";
import { readManual, type Section } from "../manual/read-manual.ts";
import { tool } from "./tool.ts";

const pageChars = 5_000;
const shortened = ({ page, heading, text }: Section) => ({ page, heading, text: text.slice(0, 900) });

/** Finds sections of the documentation, or reads one. */
export const searchDocs = tool({
  name: "search_docs",
  title: "Search the documentation",
  description:
    "With query: the best sections of the documentation. With page and heading: one section, 5,000 characters by offset. With page alone: its headings.",
  scope: "read",
  hints: { readOnlyHint: true },
  input: z.strictObject({
    query: z.string().min(1).max(200).optional(),
    page: z.string().max(100).optional().describe("Such as functions, endpoints, secrets, mcp, tests."),
    heading: z.string().max(300).optional(),
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  output: { sections: z.array(z.looseObject({})), headings: z.array(z.string()), next_offset: z.int().nullable() },
  run: async (_, { query, page, heading, offset }) => {
    const manual = readManual();
    if (query !== undefined)
      return {
        sections: manual.find(query, 4).map(shortened),
        next: "With page and heading you read a section whole.",
      };
    const ofPage = manual.sections.filter((section) => section.page === page);
    if (ofPage.length === 0)
      throw new PublicError(
        "NOT_FOUND",
        `Pages: ${[...new Set(manual.sections.map((section) => section.page))].join(", ")}.`,
      );
    if (heading === undefined) return { headings: ofPage.map((section) => section.heading) };
    const found = ofPage.find((section) => section.heading === heading);
    if (found === undefined) throw new PublicError("NOT_FOUND", "The page has no such heading.");
    const end = offset + pageChars;
    return {
      sections: [{ page, heading, text: found.text.slice(offset, end) }],
      next_offset: end < found.text.length ? end : null,
    };
  },
});
