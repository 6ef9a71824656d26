const mark = "\uFEFF";
/** How a file is written: with a byte order mark, and with CRLF at the end of every line. */
export interface TextStyle {
  mark: boolean;
  crlf: boolean;
}

/** Every line break is CRLF, and there is one. A text that mixes them is left as it is. */
const isCrlf = (text: string) => text.includes("\r\n") && !/(?:^|[^\r])\n|\r(?!\n)/.test(text);

/** A text with LF and without a byte order mark, and what it takes to write it as it was. */
export function plainText(text: string): { text: string; style: TextStyle } {
  const style = { mark: text.startsWith(mark), crlf: isCrlf(text) };
  const bare = style.mark ? text.slice(mark.length) : text;
  return { text: style.crlf ? bare.replaceAll("\r\n", "\n") : bare, style };
}

/** The text in the style of a file. */
export function styledText(text: string, style: TextStyle): string {
  const ended = style.crlf && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
  return style.mark ? mark + ended : ended;
}
