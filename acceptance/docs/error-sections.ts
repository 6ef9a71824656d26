/** A section `## CODE` of the page of errors. */
export interface ErrorSection {
  code: string;
  status: number;
  /** The sentence that callers get by default. */
  message: string;
  /** The rest of the page's text on this code. */
  text: string;
}

/** The sections of codes: a heading, then `**409** · That name is taken.`, then when it occurs and what to do. */
export function errorSections(page: string): ErrorSection[] {
  const sections = page.matchAll(/^## ([A-Z][A-Z_]*)\n+\*\*(\d{3})\*\* · (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm);
  return [...sections].map(([, code = "", status = "", message = "", text = ""]) => ({
    code,
    status: Number(status),
    message,
    text: text.trim(),
  }));
}
