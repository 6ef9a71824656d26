import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeTextIndex } from "@ferrule/kit/text-index.ts";
import { codePages } from "./code-pages.ts";
import { llmsFull, llmsList } from "./for-models.ts";
import { layout, type Frame } from "./layout.ts";
import { addressOf, type Page } from "./page.ts";
import { readPages } from "./read-pages.ts";
import { relink } from "./relink.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { servedLinks } from "./served-links.ts";
import { splitSections } from "./split-sections.ts";

const folder = import.meta.dirname;

/** Writes the styles and the script under names with a hash of their content, as every file in `assets/` has. */
function writeAssets(outDir: string): Frame["assets"] {
  const write = (source: string, extension: string) => {
    const body = readFileSync(join(folder, source));
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 8);
    const path = `/assets/docs-${hash}.${extension}`;
    mkdirSync(join(outDir, "assets"), { recursive: true });
    writeFileSync(join(outDir, path), body);
    return path;
  };
  return { style: write("style.css", "css"), script: write("copy.js", "js") };
}

/** The sections that a search finds. Decisions are for people who change Ferrule. */
const passagesOf = (pages: readonly Page[]) =>
  pages
    .filter(({ slug }) => !slug.startsWith("decisions"))
    .flatMap((page) =>
      splitSections(page.markdown).map(({ heading, hash, text }) => ({
        address: `${addressOf(page)}${hash === "" ? "" : `#${hash}`}`,
        page: page.title,
        heading,
        text,
      })),
    );

/**
 * Builds the documentation into files that the gateway serves: each page as HTML (`docs/<page>.html`) and as Markdown
 * (`docs/<page>.md`), `llms.txt` and `llms-full.txt`, the frames of the pages of found and missing things, and the
 * index of the search.
 */
export function buildManual(root: string, outDir: string): void {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const pages = readPages(root);
  const frame = { pages, version, assets: writeAssets(outDir) };
  const render = renderMarkdown(servedLinks(pages, ""));
  const markdownOf = relink(pages);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), text);
  };
  for (const page of [...pages, ...codePages()]) {
    const path = page.slug === "" ? "docs/index" : `docs/${page.slug}`;
    const shown = { title: page.title, body: render(page), page, markdown: `/${path}.md` };
    write(`${path}.html`, layout(frame, shown));
    write(`${path}.md`, markdownOf(page));
  }
  const found = { title: "Search", body: "<h1>Search</h1>\n__FOUND__\n", asked: "__ASKED__" };
  write("docs/.search.html", layout(frame, found));
  const missing =
    "<h1>No such page</h1>\n<p>The documentation has no page here. Search for it, or choose another one.</p>\n";
  write("docs/.missing.html", layout(frame, { title: "No such page", body: missing }));
  write("docs/.index.json", writeTextIndex(passagesOf(pages)));
  write("llms.txt", llmsList(pages, version));
  write("llms-full.txt", llmsFull(pages, markdownOf));
}
