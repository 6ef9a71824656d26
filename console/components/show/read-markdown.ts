import { lexer, type Token } from "marked";

/** Longer texts take too long to show. */
const mostChars = 200_000;
/** Deeper nesting is no text for people, and would exhaust the stack. */
const deepest = 24;
/** More than this slows the page down. */
const mostTokens = 20_000;

type Child = Token & { tokens?: Token[]; items?: Child[] };

/** The tokens of a Markdown text by anybody; null if it is too long, or too deep, to be shown as more than text. */
export function readMarkdown(text: string): Token[] | null {
  if (text.length > mostChars || /^(?:[ \t]*[>*+-]){100}/m.test(text)) return null;
  try {
    const tokens: Token[] = lexer(text);
    let level: Child[] = tokens;
    let count = 0;
    for (let depth = 0; level.length > 0; depth += 1) {
      count += level.length;
      if (depth > deepest || count > mostTokens) return null;
      level = level.flatMap((token) => [...((token.tokens ?? []) as Child[]), ...(token.items ?? [])]);
    }
    return tokens;
  } catch {
    // A text that its reader cannot take, for example with extreme nesting.
    return null;
  }
}
