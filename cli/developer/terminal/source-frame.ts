import { plain } from "./plain.ts";

interface Colors {
  red: (text: string) => string;
  dim: (text: string) => string;
}

/** The lines around a place in a source, with a mark below the place's line. Lines and columns count from 1. */
export function sourceFrame(source: string, line: number, column: number | null, paint: Colors, around = 2): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - around);
  const last = Math.min(lines.length, line + around);
  const width = String(last).length;
  const shown: string[] = [];
  for (let at = first; at <= last; at += 1) {
    const text = plain(lines[at - 1] ?? "").replaceAll("\t", "  ");
    const isIt = at === line;
    shown.push(`${isIt ? paint.red(">") : " "} ${paint.dim(`${String(at).padStart(width)} │`)} ${text}`);
    if (!isIt || column === null) continue;
    const before = plain((lines[at - 1] ?? "").slice(0, column - 1)).replaceAll("\t", "  ");
    shown.push(`  ${paint.dim(`${" ".repeat(width)} │`)} ${" ".repeat(before.length)}${paint.red("^")}`);
  }
  return shown.join("\n");
}
