import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guideOrigin } from "@ferrule/cli/developer/project/agent-guide.ts";

/** A link to another page, which is at `/docs` of an installation. */
const link = /\]\((?!https?:)([^)]+)\)/g;

/** The sections of the page: the first, and all others with their headings. */
function sections(): [folder: string, functions: string] {
  const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "agent-guide.md"), "utf8");
  const [, first = "", ...others] = page.split(/^(?=## )/m);
  return [first.replace(/^## .*\n+/, ""), others.join("")];
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1;

/** A text as the formatter writes it: in the quotes that leave less to escape. */
const quoted = (text: string): string =>
  countOf(text, '"') > countOf(text, "'")
    ? `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(text);

const linesOf = (text: string): string =>
  text
    .trimEnd()
    .replaceAll(link, `](${guideOrigin}/docs/$1)`)
    .split("\n")
    .map((line) => `  ${quoted(line)},`)
    .join("\n");

/** The lines of `AGENTS.md`, as `cli/developer/project/agent-guide.ts` holds them. */
export const folderGuideLines = (): string => linesOf(sections()[0]);

/** The lines of the skill. */
export const functionGuideLines = (): string => linesOf(sections()[1]);
