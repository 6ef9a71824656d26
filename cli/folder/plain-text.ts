const mark = "\uFEFF";
/** The style of a file: a byte order mark, and CRLF at the end of every line. */
export interface TextStyle {
  mark: boolean;
  crlf: boolean;
}

/** There is a line break, and every line break is CRLF. A text that mixes line breaks stays as it is. */
const isCrlf = (text: string) => text.includes("\r\n") && !/(?:^|[^\r])\n|\r(?!\n)/.test(text);

/** A text with LF and without a byte order mark, and the style to write it back as it was. */
export function plainText(text: string): { text: string; style: TextStyle } {
  const style = { mark: text.startsWith(mark), crlf: isCrlf(text) };
  const bare = style.mark ? text.slice(mark.length) : text;
  return { text: style.crlf ? bare.replaceAll("\r\n", "\n") : bare, style };
}

/** The text in a file's style. */
export function styledText(text: string, style: TextStyle): string {
  const ended = style.crlf && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
  return style.mark ? mark + ended : ended;
}
