/** The anchor of a heading, made as GitHub makes it, so that the files' own links hold: `Who may call` is `who-may-call`. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
