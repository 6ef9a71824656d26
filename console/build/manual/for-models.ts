import { contents } from "./contents.ts";
import { addressOf, type Page } from "./page.ts";

/** Stands for the installation's origin. The gateway replaces it when it reads the file. */
const origin = "__ORIGIN__";

/** The first paragraph below a page's title, without the marks of Markdown. */
function beginningOf(page: Page): string {
  const [paragraph = ""] = page.markdown
    .replace(/^# .+\n+/, "")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)\n*/g, "")
    .split(/\n\n/);
  return paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "")
    .replaceAll(/\s+/g, " ");
}

/** The first sentence of a page. */
function summaryOf(page: Page): string {
  const beginning = beginningOf(page);
  return /^.*?[.:](?=\s|$)/.exec(beginning)?.[0].replace(/:$/, ".") ?? beginning;
}

const line = (page: Page) => `- [${page.title}](${origin}${addressOf(page)}.md): ${summaryOf(page)}`;

/** The list of all pages for models, in the form of https://llmstxt.org. */
export function llmsList(pages: readonly Page[], version: string): string {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const groups = contents.map(({ title, slugs }) => {
    const lines = slugs.map((slug) => line(bySlug.get(slug)!));
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  const listed = new Set(["", ...contents.flatMap(({ slugs }) => slugs)]);
  const others = pages.filter(({ slug }) => !listed.has(slug)).map(line);
  return `# Ferrule

> ${beginningOf(bySlug.get("")!)} This is the documentation of version ${version}.

Each page is Markdown. ${origin}/llms-full.txt has all of them in one text. ${origin}/docs/search.json?q=words finds sections.
Each error code has a page, such as ${origin}/docs/errors/VALIDATION_ERROR.md, and each code of a build, such as ${origin}/docs/diagnostics/INPUT_UNTYPED.md.

${groups.join("\n")}
## Optional

${others.join("\n")}
`;
}

/** All pages in reading order as one text, without the decisions. */
export const llmsFull = (pages: readonly Page[], markdownOf: (page: Page) => string): string =>
  pages
    .filter(({ slug }) => !slug.startsWith("decisions"))
    .map((page) => `<!-- ${addressOf(page)} -->\n\n${markdownOf(page).trim()}\n`)
    .join("\n");
