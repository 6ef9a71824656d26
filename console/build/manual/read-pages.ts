import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { contents } from "./contents.ts";
import type { Page } from "./page.ts";

/** `docs/mcp.md` is `mcp`, `docs/decisions/README.md` is `decisions`, `examples/a/README.md` is `examples/a`. */
const slugOf = (file: string) =>
  file
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replace(/\/README$/, "");

/** The sections of the README that introduce Ferrule; the others are about the repository. */
const introducing = ["Who it is for", "What a Function looks like", "How it works", "What it cannot do"];

function readIntroduction(root: string): Page {
  const [head = "", ...sections] = readFileSync(join(root, "README.md"), "utf8").split(/^(?=## )/m);
  const chosen = introducing.map((title) => {
    const found = sections.find((section) => section.startsWith(`## ${title}\n`));
    if (found === undefined) throw new Error(`README.md has no section "${title}".`);
    return found;
  });
  return { slug: "", file: "README.md", title: "Ferrule", markdown: [head, ...chosen].join("") };
}

/**
 * Every page that the documentation serves, in reading order: the introduction, the pages of `contents`, the examples,
 * then the decisions.
 * @throws Error when a file of `docs/` is missing in `contents`, or a page of `contents` has no file
 */
export function readPages(root: string): Page[] {
  const files = globSync(["docs/**/*.md", "examples/README.md", "examples/*/README.md"], { cwd: root })
    .map((file) => file.split(sep).join("/"))
    .toSorted();
  const pages = files.map((file) => {
    const markdown = readFileSync(join(root, file), "utf8");
    const slug = slugOf(file);
    return { slug, file, title: /^# (.+)$/m.exec(markdown)?.[1] ?? slug, markdown };
  });
  const listed = contents.flatMap(({ slugs }) => slugs);
  const place = ({ slug }: Page) => (listed.includes(slug) ? listed.indexOf(slug) : listed.length);
  for (const { slug, file } of pages)
    if (!slug.includes("/") && slug !== "decisions" && !listed.includes(slug))
      throw new Error(`${file} is not in console/build/manual/contents.ts.`);
  for (const slug of listed)
    if (!pages.some((page) => page.slug === slug)) throw new Error(`The documentation has no page "${slug}".`);
  const isDecision = ({ slug }: Page) => Number(slug.startsWith("decisions"));
  const inOrder = pages.toSorted((one, other) => place(one) - place(other) || isDecision(one) - isDecision(other));
  return [readIntroduction(root), ...inOrder];
}
