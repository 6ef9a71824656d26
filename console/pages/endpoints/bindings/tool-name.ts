const comfortableLength = 45;

/** Warnings for callers about a tool name: the same that the server gives for a stored one. */
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

/** A tool's default name: `look-up-order` becomes `look_up_order`. */
export const toolNameOf = (slug: string): string => slug.replaceAll("-", "_").slice(0, 64);
