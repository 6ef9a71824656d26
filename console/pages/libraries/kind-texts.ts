/** The kinds of Libraries as people read them. */
export const kindTexts = { source: "Source", npm: "npm" } as const;
