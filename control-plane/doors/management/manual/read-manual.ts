import { existsSync, globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { readTextIndex, type FoundPassage } from "@ferrule/kit/text-index.ts";

/** The documentation that the gateway serves at `/docs`. */
export interface Manual {
  /** The names of the pages, as they stand in `/docs/<page>`. */
  pages: readonly string[];
  /** The best passages for some words, at most `most`. A model asks in sentences, so some of the words are enough. */
  find: (words: string, most: number) => FoundPassage[];
  /** A page as Markdown; undefined: there is none of this name. */
  page: (name: string) => string | undefined;
}

/** Written by the build of the console, for the gateway too. */
const built = join(import.meta.dirname, "..", "..", "..", "..", "console", "dist", "docs");

/** Reads the pages of a folder and their index; null: the documentation is not built. */
export function readManual(folder: string): Manual | null {
  const indexFile = join(folder, ".index.json");
  if (!existsSync(indexFile)) return null;
  const index = readTextIndex(readFileSync(indexFile, "utf8"));
  const files = new Map(
    globSync("**/*.md", { cwd: folder })
      .toSorted()
      .map((file) => [file.replace(/\.md$/, "").split(sep).join("/"), join(folder, file)]),
  );
  return {
    pages: [...files.keys()],
    find(words, most) {
      const found = index.find(words, most);
      return found.length > 0 ? found : index.find(words, most, { any: true });
    },
    page(name) {
      const file = files.get(name);
      return file && readFileSync(file, "utf8");
    },
  };
}

let manual: Manual | null = null;

/** The documentation of this installation, read at the first use. */
export const builtManual = (): Manual | null => (manual ??= readManual(built));

const plain = (heading: string) => heading.replaceAll(/[`*[]|\]\([^)]*\)/g, "").trim();

/** Where a heading stands in a page of Markdown, in characters; -1: nowhere. */
export function placeOfHeading(markdown: string, heading: string): number {
  let at = 0;
  for (const line of markdown.split("\n")) {
    const found = /^#{1,4} (.+)$/.exec(line)?.[1];
    if (found !== undefined && plain(found) === plain(heading)) return at;
    at += line.length + 1;
  }
  return -1;
}
