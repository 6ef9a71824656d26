/** Display names of the kinds of Libraries. */
export const kindTexts = { source: "Source", npm: "npm" } as const;
