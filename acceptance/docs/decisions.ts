import { readFileSync } from "node:fs";
import { join } from "node:path";

const parts = ["Context", "Choice", "Consequences"];
const headings = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
const governed = (text: string) => {
  const line = /^Governs\s[^]*?\n\n/m.exec(text)?.[0] ?? "";
  return [...line.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map((match) => match[1] ?? "");
};

/**
 * The problems of the pages in `docs/decisions/`: ARCHITECTURE.md does not link a page, a page lacks a part, or its
 * list of files differs from the files that name it by `// Why: docs/decisions/<page>.md`. Paths are relative to the
 * root.
 */
export function decisionProblems(root: string, pages: readonly string[], sources: readonly string[]): string[] {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const architecture = read("ARCHITECTURE.md");
  const naming = new Map<string, string[]>();
  for (const source of sources)
    for (const [, page = ""] of read(source).matchAll(/^\/\/ Why: (.+)$/gm))
      naming.set(page, [...(naming.get(page) ?? []), source]);
  const unknown = [...naming.keys()].filter((page) => !pages.includes(page));
  return [
    ...unknown.map((page) => `${naming.get(page)?.join(", ")}: there is no ${page}`),
    ...pages.flatMap((page) => {
      const text = read(page);
      const wrong: string[] = [];
      if (!architecture.includes(`](${page})`)) wrong.push("ARCHITECTURE.md does not link it");
      if (headings(text).join() !== parts.join()) wrong.push(`its parts are not ${parts.join(", ")}`);
      const [there, here] = [naming.get(page) ?? [], governed(text)];
      if (here.length === 0 || here.toSorted().join() !== there.toSorted().join())
        wrong.push(`it governs ${here.join(", ")}, and the files that name it are ${there.join(", ")}`);
      return wrong.map((problem) => `${page}: ${problem}`);
    }),
  ];
}
