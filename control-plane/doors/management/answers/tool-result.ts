import type { CallToolResult } from "@modelcontextprotocol/server";
import { fitAnswer } from "./fit-answer.ts";

/** A tool's answer in the two forms that clients read: structured, and the same as JSON text. */
export function toolResult(answer: Record<string, unknown>, isError = false): CallToolResult {
  const said = Object.fromEntries(Object.entries(fitAnswer(answer)).filter(([, value]) => value !== undefined));
  return {
    content: [{ type: "text", text: JSON.stringify(said) }],
    structuredContent: said,
    ...(isError ? { isError: true } : {}),
  };
}
