import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const fences = /^```[\s\S]*?^```[ \t]*$/gm;
const code = /`[^`\n]*`/g;
const link = /!?\[(?:[^\]]|\]\()*?\]\(([^)\s]+)\)/g;

/** GitHub's anchor for a heading: lower case, without punctuation, with hyphens for blanks. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

function anchorsOf(file: string): Set<string> {
  const text = readFileSync(file, "utf8").replaceAll(fences, "");
  return new Set([...text.matchAll(/^#{1,6}[ \t]+(.+)$/gm)].map((match) => anchorOf(match[1] ?? "")));
}

/** The relative links of a Markdown page that lead nowhere: the file or the heading does not exist. */
export function brokenLinks(file: string, root: string): string[] {
  const text = readFileSync(file, "utf8").replaceAll(fences, "").replaceAll(code, "");
  return [...text.matchAll(link)].flatMap((match) => {
    const [path = "", anchor] = (match[1] ?? "").split("#", 2);
    if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return [];
    const target = path === "" ? file : join(dirname(file), decodeURIComponent(path));
    const leads = existsSync(target) && (anchor === undefined || anchorsOf(target).has(anchor));
    return leads ? [] : [`${relative(root, file)}: ${match[1]}`];
  });
}
