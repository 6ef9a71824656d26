const comfortableLength = 45;

/** What callers should know of a tool name, as the server says it of a stored one. */
export function nameWarnings(toolName: string): string[] {
  return [
    ...(toolName.includes(".") ? ["Some MCP clients hide tools whose name has a dot."] : []),
    ...(toolName.length > comfortableLength
      ? [
          `Some MCP clients hide tools whose name has more than ${comfortableLength} characters; this one has ${toolName.length}.`,
        ]
      : []),
  ];
}

/** The name that a tool has unless one is given: `look-up-order` is `look_up_order`. */
export const toolNameOf = (slug: string): string => slug.replaceAll("-", "_").slice(0, 64);
