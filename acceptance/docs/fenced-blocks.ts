/** One fenced code block of a page. */
export interface FencedBlock {
  /** The word after the fence: `sh`, `ts`, `text`; empty without one. */
  language: string;
  /** The rest of the same line. */
  info: string;
  text: string;
  /** The number of its first line, from 1, for messages. */
  line: number;
}

/** The fenced code blocks of a Markdown page, in order. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  for (const match of markdown.matchAll(/^```(\w*)[ \t]*([^\n`]*)\n([\s\S]*?)^```[ \t]*$/gm)) {
    const [, language = "", info = "", text = ""] = match;
    const line = markdown.slice(0, match.index).split("\n").length + 1;
    blocks.push({ language, info: info.trim(), text, line });
  }
  return blocks;
}
