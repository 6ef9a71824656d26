import { servedLinks } from "./served-links.ts";
import type { Page } from "./page.ts";

/** Code, which holds no links, or an image, or a link. */
const pieces = /(^```[\s\S]*?^```[ \t]*$|`[^`\n]*`)|(!?)\[((?:[^\]]|\]\()*?)\]\(([^)\s]+)\)/gm;

/**
 * The Markdown of each page as it is served: links lead to addresses of this origin. What is not served stays as text.
 */
export function relink(pages: readonly Page[]): (page: Page) => string {
  const linkOf = servedLinks(pages, ".md");
  return (page) =>
    page.markdown.replaceAll(pieces, (whole, code: string | undefined, image: string, text: string, href: string) => {
      if (code !== undefined) return whole;
      const to = image === "" ? linkOf(page, href) : null;
      return to === null ? text : `[${text}](${to})`;
    });
}
