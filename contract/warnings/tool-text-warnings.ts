const comfortableLength = 45;
/** The length of a description or of instructions that Claude Code shows to a model. */
const shownCharacters = 2_048;

/** The known reactions of some clients and models' APIs to a tool's name; empty when there are none. */
export function toolNameWarnings(toolName: string): string[] {
  return [
    ...(toolName.includes(".") ? ["Some MCP clients hide tools whose name has a dot."] : []),
    ...(toolName.length > comfortableLength
      ? [
          `Some MCP clients hide tools whose name has more than ${comfortableLength} characters; this one has ${toolName.length}.`,
        ]
      : []),
    ...(/^[^A-Za-z_]/.test(toolName) ? ["Gemini refuses names that do not begin with a letter or `_`."] : []),
  ];
}

/**
 * Claude Code's treatment of a long text for a model; empty when the text is short enough. `what` is `description` or
 * `instructions`.
 */
export const longTextWarnings = (what: string, text: string): string[] =>
  text.length > shownCharacters
    ? [
        `Claude Code cuts off a ${what} after ${shownCharacters.toLocaleString("en")} characters; this one has ${text.length.toLocaleString("en")}. Say what matters first.`,
      ]
    : [];
