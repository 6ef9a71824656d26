import { escapeHtml } from "@ferrule/kit/escape-html.ts";
import { contents } from "./contents.ts";
import { addressOf, type Page } from "./page.ts";

/** What every page of the documentation has in common. */
export interface Frame {
  pages: readonly Page[];
  /** Ferrule's version. */
  version: string;
  /** The addresses of the styles and of the script, which only adds buttons that copy. */
  assets: { style: string; script: string };
}

/** What one page shows. The texts are HTML, except the title. */
interface Shown {
  title: string;
  body: string;
  /** The text in the field of the search. */
  asked?: string;
  /** Its page in the navigation; unset for pages that are not in it. */
  page?: Page;
  /** The address of the same text as Markdown. */
  markdown?: string;
}

const link = (page: Page, current: Page | undefined, label = page.title) =>
  `<a href="${addressOf(page)}"${page === current ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a>`;

function navigation(pages: readonly Page[], current: Page | undefined): string {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const lists = contents.map(({ title, slugs }) => {
    const items = slugs.map((slug) => `<li>${link(bySlug.get(slug)!, current)}</li>`).join("");
    return `<h2>${escapeHtml(title)}</h2><ul>${items}</ul>`;
  });
  return `<nav id="pages" aria-label="Documentation">${lists.join("")}</nav>`;
}

/** Links to the sections of a page, if there are several. */
function sections(body: string): string {
  const found = [...body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)];
  if (found.length < 2) return "";
  const items = found.map(([, id, inner = ""]) => `<li><a href="#${id}">${inner.replaceAll(/<[^>]+>/g, "")}</a></li>`);
  return `<nav id="sections" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

function neighbours(pages: readonly Page[], page: Page | undefined): string {
  const listed = new Set(["", ...contents.flatMap(({ slugs }) => slugs)]);
  const inOrder = pages.filter(({ slug }) => listed.has(slug));
  const at = page === undefined ? -1 : inOrder.indexOf(page);
  if (page === undefined || at === -1) return "";
  const [before, after] = [inOrder[at - 1], inOrder[at + 1]];
  const previous = before === undefined ? "" : link(before, page, `← ${before.title}`);
  const next = after === undefined ? "" : link(after, page, `${after.title} →`);
  return `<nav class="neighbours" aria-label="Next pages">${previous}<span></span>${next}</nav>`;
}

/** A whole page of the documentation. It can be read without any script. */
export function layout({ pages, version, assets }: Frame, { title, body, asked = "", page, markdown }: Shown): string {
  const alternate = markdown === undefined ? "" : `<link rel="alternate" type="text/markdown" href="${markdown}" />\n`;
  const asMarkdown = markdown === undefined ? "" : `<a href="${markdown}">This page as Markdown</a> · `;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(title === "Ferrule" ? "Ferrule documentation" : `${title} · Ferrule documentation`)}</title>
<link rel="icon" href="/ferrule.svg" />
<link rel="stylesheet" href="${assets.style}" />
${alternate}<script src="${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="home" href="/docs">Ferrule <span>documentation</span></a>
<form role="search" action="/docs/search"><input type="search" name="q" value="${asked}" maxlength="100" required aria-label="Search the documentation" placeholder="Search" /><button>Search</button></form>
<a class="to-pages" href="#pages">All pages</a>
<a href="/">Console</a>
</header>
<div class="columns">
<main id="text">
<article>
${body}</article>
${neighbours(pages, page)}
</main>
${sections(body)}
${navigation(pages, page)}
</div>
<footer>${asMarkdown}Ferrule ${escapeHtml(version)} · <a href="/llms.txt">llms.txt</a></footer>
</body>
</html>
`;
}
