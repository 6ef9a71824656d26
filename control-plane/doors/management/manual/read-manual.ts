import { existsSync, globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import MiniSearch from "minisearch";

/** The text under one heading of a page. */
export interface Section {
  id: string;
  page: string;
  heading: string;
  text: string;
}

export interface Manual {
  /** The best sections for some words, at most `most`. */
  find: (words: string, most: number) => Section[];
  sections: readonly Section[];
}

const root = join(import.meta.dirname, "..", "..", "..", "..");
/** The sources of the pages; in an image, the copies that the build of the console made. */
const folders = [join(root, "docs"), join(root, "console", "dist", "docs")];

function splitPage(page: string, markdown: string): Section[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let inCode = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) inCode = !inCode;
    const heading = inCode ? undefined : /^#{1,3} (.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ heading: heading.replaceAll("`", ""), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, lines }, at) => ({
    id: `${page}#${at}`,
    page,
    heading,
    text: lines.join("\n").trim(),
  }));
}

function read(): Manual {
  const folder = folders.find((one) => existsSync(one)) ?? "";
  const sections = globSync("*.md", { cwd: folder })
    .toSorted()
    .flatMap((file) =>
      splitPage(file.replace(/\.md$/, "").split(sep).join("/"), readFileSync(join(folder, file), "utf8")),
    );
  const index = new MiniSearch<Section>({
    fields: ["heading", "text"],
    searchOptions: { boost: { heading: 4 }, prefix: true },
  });
  index.addAll(sections);
  const known = new Map(sections.map((section) => [section.id, section]));
  return {
    sections,
    find: (words, most) =>
      index
        .search(words)
        .slice(0, most)
        .flatMap(({ id }) => known.get(String(id)) ?? []),
  };
}

let manual: Manual | undefined;

/** The pages for users, read at the first use. They are Ferrule's own words, the same for everybody. */
export const readManual = (): Manual => (manual ??= read());
