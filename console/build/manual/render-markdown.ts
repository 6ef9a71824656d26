import { Marked, type Tokens } from "marked";
import { escapeHtml } from "@ferrule/kit/escape-html.ts";
import { anchors } from "./anchors.ts";
import { highlight } from "./highlight.ts";
import type { Page } from "./page.ts";
import type { ServedLink } from "./served-links.ts";

const words = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");

/**
 * Renders pages as HTML. Markup in their text is shown and never interpreted, so no page can bring a script. Comments
 * are for editors of the file, and pictures are not served: both are left out.
 */
export function renderMarkdown(linkOf: ServedLink): (page: Page) => string {
  return (page) => {
    const anchorOf = anchors();
    const marked = new Marked({
      renderer: {
        heading({ depth, text, tokens }: Tokens.Heading) {
          const inner = this.parser.parseInline(tokens);
          if (depth === 1) return `<h1>${inner}</h1>\n`;
          const id = escapeHtml(anchorOf(words(text)));
          return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
        },
        code({ text, lang = "" }: Tokens.Code) {
          const [language = ""] = lang.split(" ");
          return `<div class="code"><pre tabindex="0"><code>${highlight(text, language)}\n</code></pre></div>\n`;
        },
        link({ href, tokens }: Tokens.Link) {
          const inner = this.parser.parseInline(tokens);
          const to = linkOf(page, href);
          return to === null ? inner : `<a href="${escapeHtml(to)}">${inner}</a>`;
        },
        table(token: Tokens.Table) {
          const cells = (tag: string, row: Tokens.TableCell[]) =>
            `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
          const body = token.rows.map((row) => cells("td", row)).join("\n");
          const head = cells('th scope="col"', token.header).replaceAll('</th scope="col">', "</th>");
          return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>\n${body}\n</tbody></table></div>\n`;
        },
        image: () => "",
        html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.trimStart().startsWith("<!--") ? "" : escapeHtml(text)),
      },
    });
    return marked.parse(page.markdown, { async: false }).replaceAll("<p></p>\n", "");
  };
}
