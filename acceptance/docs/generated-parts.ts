import { folderGuideLines, functionGuideLines } from "./agent-guide.ts";
import { apiTable } from "./tables/api-table.ts";
import { auditActionList } from "./tables/audit-action-list.ts";
import { commandTable, exitCodeTable } from "./tables/command-table.ts";
import { diagnosticTable, errorSectionsOfCode, hostErrorSections } from "./error-parts.ts";
import { packagesTable, refusedTable } from "./tables/packages-table.ts";
import { settingsTable } from "./tables/settings-table.ts";

/**
 * A part of a page that is written from the code, between `<!-- name -->` and `<!-- /name -->`, or a part of a source
 * between `// name` and `// /name`.
 */
export interface GeneratedPart {
  /** The path from the repository's root. */
  file: string;
  name: string;
  render: () => string;
}

export const generatedParts: readonly GeneratedPart[] = [
  { file: "docs/api.md", name: "operations", render: apiTable },
  { file: "docs/cli.md", name: "commands", render: commandTable },
  { file: "docs/cli.md", name: "exit codes", render: exitCodeTable },
  { file: "docs/errors.md", name: "codes", render: errorSectionsOfCode },
  { file: "docs/errors.md", name: "codes of the context", render: hostErrorSections },
  { file: "docs/errors.md", name: "codes of builds", render: diagnosticTable },
  { file: "docs/operating.md", name: "settings", render: settingsTable },
  { file: "docs/npm.md", name: "packages", render: packagesTable },
  { file: "docs/npm.md", name: "refused", render: refusedTable },
  { file: "cli/developer/project/agent-guide.ts", name: "folder", render: folderGuideLines },
  { file: "cli/developer/project/agent-guide.ts", name: "functions", render: functionGuideLines },
  { file: "console/pages/audit/audit-actions.ts", name: "actions", render: auditActionList },
];

/** The page with an up-to-date part. @throws Error when the page lacks its markers */
export function withPart(page: string, { file, name, render }: GeneratedPart): string {
  const mark = (text: string) => (file.endsWith(".ts") ? `  // ${text}` : `<!-- ${text} -->`);
  const [begin, end] = [`${mark(name)}\n`, `\n${mark(`/${name}`)}`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`${file} lacks ${begin.trim()} or ${end.trim()}.`);
  return page.slice(0, from + begin.length) + render() + page.slice(to);
}
