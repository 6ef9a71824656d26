/**
 * A heading's anchor, built as GitHub does it, so that the files' own links work: `Who may call` becomes
 * `who-may-call`.
 */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
