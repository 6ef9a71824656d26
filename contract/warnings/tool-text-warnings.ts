const comfortableLength = 45;
/** The length of a description or instructions that Claude Code shows to a model. */
const shownCharacters = 2_048;

/**
 * How some clients and models' APIs are known to react to a tool's name, and what it hides; empty if there are no known
 * problems.
 */
export function toolNameWarnings(toolName: string): string[] {
  return [
    ...(toolName.includes(".") ? ["Some MCP clients hide tools whose name has a dot."] : []),
    ...(toolName.length > comfortableLength
      ? [
          `Some MCP clients hide tools whose name has more than ${comfortableLength} characters; this one has ${toolName.length}.`,
        ]
      : []),
    ...(toolName === "run_status"
      ? [
          "It takes the place of the tool run_status, which Ferrule offers beside tools whose calls become runs. Callers of those then have no tool for the state of a run.",
        ]
      : []),
    ...(/^[^A-Za-z_]/.test(toolName) ? ["Gemini refuses names that do not begin with a letter or `_`."] : []),
  ];
}

/**
 * How Claude Code shortens a long text for a model; empty if the text is short enough. `what` is `description` or
 * `instructions`.
 */
export const longTextWarnings = (what: string, text: string): string[] =>
  text.length > shownCharacters
    ? [
        `Claude Code cuts off a ${what} after ${shownCharacters.toLocaleString("en")} characters; this one has ${text.length.toLocaleString("en")}. Say what matters first.`,
      ]
    : [];
