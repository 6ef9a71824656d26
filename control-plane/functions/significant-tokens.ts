const wordPattern = /[\p{ID_Continue}$]+/uy;
/** After one of these a slash begins a regular expression; after anything else it divides. */
const beforeExpression =
  /^(?:[(,=:[!&|?{};+\-*%<>~^]|return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield|)$/;

/** Where a string that began before `at` ends: its quote, or the end of the line. */
function endOfString(source: string, at: number, quote: string): number {
  let index = at;
  while (index < source.length && source[index] !== quote && source[index] !== "\n") {
    index += source[index] === "\\" ? 2 : 1;
  }
  return index;
}

/** Where a regular expression that began before `at` ends: its slash outside a class, or the end of the line. */
function endOfPattern(source: string, at: number): number {
  let inClass = false;
  let index = at;
  for (; index < source.length && source[index] !== "\n"; index += 1) {
    const char = source[index];
    if (char === "\\") index += 1;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) break;
  }
  return index;
}

/** Where the text of a template ends: its backtick, or a `${`. */
function endOfTemplateText(source: string, at: number): number {
  let index = at;
  while (index < source.length && source[index] !== "`" && !source.startsWith("${", index)) {
    index += source[index] === "\\" ? 2 : 1;
  }
  return index;
}

const orEnd = (index: number, source: string) => (index < 0 ? source.length : index);

/**
 * The words, punctuation and strings of a TypeScript source, without comments and the texts of templates and regular
 * expressions; a string is answered as `"` and its text. Approximate where only a parser could tell.
 */
export function* significantTokens(source: string): Generator<string> {
  /** Open braces; true where the closing one leads back into a template. */
  const braces: boolean[] = [];
  let last = "";
  let inTemplate = false;
  for (let index = 0; index < source.length; index += 1) {
    if (inTemplate) {
      index = endOfTemplateText(source, index);
      inTemplate = false;
      if (source[index] === "`") continue;
      braces.push(true);
      index += 1;
      last = "{";
      continue;
    }
    const char = source[index] ?? "";
    if (/\s/.test(char)) continue;
    if (source.startsWith("//", index)) {
      index = orEnd(source.indexOf("\n", index), source);
    } else if (source.startsWith("/*", index)) {
      index = orEnd(source.indexOf("*/", index + 2), source) + 1;
    } else if (char === '"' || char === "'") {
      const end = endOfString(source, index + 1, char);
      yield (last = `"${source.slice(index + 1, end)}`);
      index = end;
    } else if (char === "`") {
      last = "`";
      inTemplate = true;
    } else if (char === "/" && beforeExpression.test(last)) {
      index = endOfPattern(source, index + 1);
      last = "/";
    } else if (char === "}" && braces.pop() === true) {
      inTemplate = true;
    } else {
      if (char === "{") braces.push(false);
      wordPattern.lastIndex = index;
      const word = wordPattern.exec(source)?.[0] ?? char;
      yield (last = word);
      index += word.length - 1;
    }
  }
}
