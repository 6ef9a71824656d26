import { anchors } from "./anchors.ts";

/** The text under one heading. */
export interface Section {
  heading: string;
  /** The anchor; empty for the text directly under the page's title. */
  hash: string;
  /** Without Markdown markup. */
  text: string;
}

const plain = (text: string) =>
  text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/[|#>]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Lines that are no text: the fences of code, what divides the head of a table from its body, and comments for editors. */
const isMarkup = /^(?:```.*|\|[-:| ]+\||<!--.*-->)$/;

/** Splits a Markdown page into sections, in order. A `#` inside a code block starts none. */
export function splitSections(text: string): Section[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let inCode = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) inCode = !inCode;
    const heading = inCode ? undefined : /^#{1,4} (.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ heading: plain(heading), lines: [] });
    else if (!isMarkup.test(line)) sections.at(-1)?.lines.push(line);
  }
  const anchorOf = anchors();
  return sections.map(({ heading, lines }, index) => ({
    heading,
    hash: index === 0 ? "" : anchorOf(heading),
    text: plain(lines.join("\n")),
  }));
}
