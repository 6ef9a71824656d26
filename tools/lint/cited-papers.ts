import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Names and numbered sections of papers that are not in the repository. Standards have other names. */
const citations = [
  /\b(?:api-contract|runtime-notes|speed-notes)\b/i,
  /\b(?:specification|architecture|console|functions|contract)(?:\.md)?,? (?:sections?|§) ?\d/i,
  /\bspecification,? \d+(?:\.\d+)*\b/i,
];

/** The citations in a source: place and line of each. */
export function citationsIn(path: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      citations.some((citation) => citation.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    );
}

/**
 * Places in the repository's sources and documents that cite a paper that readers cannot open. To fix one, state the
 * rule in a few words, or name the page of `docs/` with the rule. Citations of standards, such as an RFC, stay.
 */
export function citedPapers(root: string): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "-z", "--", "*.ts", "*.tsx", "*.mjs", "*.cjs", "*.sql", "*.css", "*.md"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  return listed
    .split("\0")
    .filter((path) => path !== "" && !path.startsWith("tools/lint/cited-papers") && existsSync(join(root, path)))
    .flatMap((path) => citationsIn(path, readFileSync(join(root, path), "utf8")));
}
