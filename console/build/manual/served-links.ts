import { posix } from "node:path";
import { addressOf, type Page } from "./page.ts";

/** Where a link of a page leads when the page is served. Null: to a file of the repository that is not served. */
export type ServedLink = (page: Pick<Page, "file">, href: string) => string | null;

const withScheme = /^[a-z][a-z\d+.-]*:/i;

/**
 * The links of Markdown files, as addresses of this origin.
 * @param suffix what follows a page's address: nothing, or `.md` for the same page as Markdown
 */
export function servedLinks(pages: readonly Page[], suffix: "" | ".md"): ServedLink {
  const addresses = new Map(pages.map((page) => [page.file, addressOf(page)]));
  return ({ file }, href) => {
    if (withScheme.test(href)) return /^(?:https?|mailto):/i.test(href) ? href : null;
    const [path = "", hash] = href.split("#", 2);
    const anchor = hash === undefined ? "" : `#${hash}`;
    if (path === "") return anchor;
    const address = addresses.get(posix.join(posix.dirname(file), path));
    if (address === undefined) return null;
    return `${address === "/docs" && suffix !== "" ? "/docs/index" : address}${suffix}${anchor}`;
  };
}
