import { z } from "zod";
import { PublicError } from "@ferrule/contract/errors.ts";
import { builtManual, placeOfHeading, type Manual } from "../manual/read-manual.ts";
import { tool, type ToolAnswer } from "./tool.ts";

const pageChars = 5_000;

const input = z.strictObject({
  query: z.string().min(1).max(200).optional(),
  page: z.string().max(100).optional().describe("As in an address after /docs/: functions, mcp, errors/NOT_FOUND."),
  heading: z.string().max(300).optional().describe("Begins at this heading of the page."),
  offset: z.int().min(0).max(1_000_000).default(0),
});

function found(manual: Manual, query: string, publicUrl: string): ToolAnswer {
  const passages = manual
    .find(query, 6)
    .map(({ address, ...passage }) => ({ ...passage, address: publicUrl + address }));
  return {
    sections: passages,
    next:
      passages.length === 0
        ? `Try other words, or read a page: ${manual.pages.filter((page) => !page.includes("/")).join(", ")}.`
        : "With page and heading you read on.",
  };
}

function read(
  manual: Manual,
  { page = "index", heading, offset }: z.output<typeof input>,
  publicUrl: string,
): ToolAnswer {
  const markdown = manual.page(page);
  if (markdown === undefined) throw new PublicError("NOT_FOUND", "There is no such page. Search with query.");
  const begin = heading === undefined ? 0 : placeOfHeading(markdown, heading);
  if (begin < 0)
    throw new PublicError("NOT_FOUND", "The page has no such heading. Without heading it begins at its top.");
  const [from, end] = [begin + offset, begin + offset + pageChars];
  return {
    address: `${publicUrl}/docs/${page}`,
    text: markdown.slice(from, end),
    next_offset: end < markdown.length ? offset + pageChars : null,
  };
}

/** Finds passages of the documentation, or reads a page. */
export const searchDocs = tool({
  name: "search_docs",
  title: "Search the documentation",
  description:
    "With query: the best passages of the documentation, with their addresses. With page (and heading): its text as Markdown, 5,000 characters by offset.",
  scope: "read",
  hints: { readOnlyHint: true },
  input,
  output: {
    sections: z.array(z.looseObject({ address: z.string() })),
    address: z.string(),
    text: z.string(),
    next_offset: z.int().nullable(),
  },
  run: async ({ publicUrl }, given) => {
    const manual = builtManual();
    if (manual === null) throw new PublicError("NOT_FOUND", "The documentation of this installation is not built.");
    return given.query === undefined ? read(manual, given, publicUrl) : found(manual, given.query, publicUrl);
  },
});
