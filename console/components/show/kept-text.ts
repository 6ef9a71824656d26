import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";

/** Longer texts would hold up the page. */
const mostChars = 262_144;

interface Kept {
  content: McpContent | null;
  messages: readonly { role: string; text: string }[] | null;
}

/** What is kept of a resource or a prompt, as a text to compare; null: it is bytes, too long, or a Function returns it. */
export function keptText({ content, messages }: Kept): string | null {
  if (messages !== null) return messages.map(({ role, text }) => `${role}:\n${text}`).join("\n\n");
  return content !== null && "text" in content && content.text.length <= mostChars ? content.text : null;
}
