import { fillPlaceholders } from "@ferrule/contract/mcp-bindings/placeholders.ts";
import type { PromptMessage } from "@ferrule/contract/resources/mcp-fields.ts";
import type { Message } from "./output-messages.ts";

/** The most characters of all messages together. An argument may stand in them thousands of times. */
const mostChars = 6 * 1024 * 1024;

/** Puts arguments into the messages that a prompt keeps; null if they get too long. */
export function fillMessages(
  kept: readonly PromptMessage[],
  given: Readonly<Record<string, string>>,
): Message[] | null {
  let left = mostChars;
  const messages: Message[] = [];
  for (const { role, text } of kept) {
    const filled = fillPlaceholders(text, (name) => given[name] ?? "", left);
    if (filled === null) return null;
    left -= filled.length;
    messages.push({ role, content: { type: "text", text: filled } });
  }
  return messages;
}
