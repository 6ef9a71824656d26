const keepsLinks = true;
const maxCharacters = 100_000;

interface Input {
  /** The HTML: a page or a part of one. @maxLength 500000 */
  html: string;
}

/** Elements whose content is skipped. */
const hidden = new Set(["script", "style", "head", "template", "noscript", "svg", "iframe"]);
/** Elements whose content is not HTML: a `<` in it starts no tag. */
const raw = new Set(["script", "style", "iframe", "noscript"]);
/** Elements that end a line, and those that also leave an empty line around them. */
const lines = new Set(["div", "li", "tr", "dt", "dd", "header", "footer", "main", "section", "article", "form"]);
const paragraphs = new Set("p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre hr figure".split(" "));

/** The most frequent named references. Numeric ones are decoded; all others are left as they are. */
const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  times: "×",
  deg: "°",
  euro: "€",
  pound: "£",
  cent: "¢",
  sect: "§",
  szlig: "ß",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  agrave: "à",
  aacute: "á",
  acirc: "â",
  aring: "å",
  aelig: "æ",
  ccedil: "ç",
  egrave: "è",
  eacute: "é",
  ecirc: "ê",
  iacute: "í",
  icirc: "î",
  ntilde: "ñ",
  oacute: "ó",
  ocirc: "ô",
  oslash: "ø",
  uacute: "ú",
  rarr: "→",
  larr: "←",
};

function readReference(reference: string, name: string): string {
  if (!name.startsWith("#")) return Object.hasOwn(named, name) ? (named[name] ?? reference) : reference;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

const decoded = (text: string) =>
  text.replaceAll(/&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,10});/g, readReference);

type Token = { kind: "text"; text: string } | { kind: "tag"; name: string; isEnd: boolean; attributes: string };

const tag = /<(\/?)([A-Za-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/y;

/** Texts and tags in order. An unclosed tag or comment ends the text, as in a browser. */
function* tokensOf(html: string): Iterable<Token> {
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    const end = next === -1 ? html.length : next;
    if (end > at) yield { kind: "text", text: html.slice(at, end) };
    if (next === -1) return;
    if (html.startsWith("<!--", next)) {
      const close = html.indexOf("-->", next + 4);
      if (close === -1) return;
      at = close + 3;
    } else if (/^<[!?]/.test(html.slice(next, next + 2))) {
      const close = html.indexOf(">", next);
      if (close === -1) return;
      at = close + 1;
    } else if (!/^<\/?[A-Za-z]/.test(html.slice(next, next + 3))) {
      yield { kind: "text", text: "<" };
      at = next + 1;
    } else {
      tag.lastIndex = next;
      const [whole, slash, name = "", attributes = ""] = tag.exec(html) ?? [];
      if (whole === undefined) return;
      at = next + whole.length;
      const element = name.toLowerCase();
      yield { kind: "tag", name: element, isEnd: slash === "/", attributes };
      if (slash === "/" || !raw.has(element)) continue;
      const close = new RegExp(`</${element}[\\s/>]`, "gi");
      close.lastIndex = at;
      const found = close.exec(html);
      if (found === null) return;
      at = found.index;
    }
  }
}

const attribute = (text: string, name: string) => {
  const [, quoted, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(text) ?? [];
  return decoded(quoted ?? single ?? bare ?? "");
};

/** Collects the output. It looks only at the last characters, because the text is long and looked at often. */
function createWriter() {
  const parts: string[] = [];
  let tail = "";
  let length = 0;
  const write = (text: string) => {
    parts.push(text);
    tail = (tail + text).slice(-16);
    length += text.length;
  };
  return {
    write,
    /** A text between two tags, with white space collapsed. */
    words(text: string): void {
      const words = text.replaceAll(/[ \t\r\n\f]+/g, " ");
      write(/^$|[ \n\t]$/.test(tail) ? words.replace(/^ /, "") : words);
    },
    /** Ends the line, and leaves `empty` lines behind it. */
    endLine(empty: number): void {
      const there = /\n*$/.exec(tail.replace(/[ \t]+$/, ""))?.[0].length ?? 0;
      if (length > 0) write("\n".repeat(Math.max(0, empty + 1 - there)));
    },
    /** Where the next text will stand, and what was written since. */
    position: () => parts.length,
    since: (position: number) => parts.slice(position).join(""),
    length: () => length,
  };
}

/** Turns HTML into plain text with its paragraphs, lists, tables and links. */
export default function htmlToText({ html }: Input): { text: string; truncated: boolean } {
  const { write, words, endLine, position, since, length } = createWriter();
  let skipping: string | null = null;
  let preformatted = 0;
  const links: { href: string; from: number }[] = [];
  for (const token of tokensOf(html)) {
    if (length() > maxCharacters * 2) break;
    if (skipping !== null) {
      if (token.kind === "tag" && token.isEnd && token.name === skipping) skipping = null;
      continue;
    }
    if (token.kind === "text") {
      if (preformatted > 0) write(decoded(token.text));
      else words(decoded(token.text));
      continue;
    }
    const { name, isEnd, attributes } = token;
    if (hidden.has(name) && !isEnd && !attributes.endsWith("/")) skipping = name;
    if (paragraphs.has(name)) endLine(1);
    else if (name === "br") write("\n");
    else if (lines.has(name)) endLine(0);
    if (name === "pre") preformatted = Math.max(0, preformatted + (isEnd ? -1 : 1));
    if (name === "li" && !isEnd) write("- ");
    if ((name === "td" || name === "th") && isEnd) write("\t");
    if (name === "img" && attribute(attributes, "alt") !== "") write(`[${attribute(attributes, "alt")}]`);
    // Links do not nest, and endless nesting is not followed.
    if (name === "a" && !isEnd && links.length < 10)
      links.push({ href: attribute(attributes, "href"), from: position() });
    const link = name === "a" && isEnd ? links.pop() : undefined;
    if (keepsLinks && link && /^(https?|mailto):/i.test(link.href) && since(link.from).trim() !== link.href) {
      write(` (${link.href})`);
    }
  }
  const trimmed = since(0)
    .split("\n")
    .map((line) => line.trimEnd());
  const text = trimmed
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return { text: text.slice(0, maxCharacters), truncated: text.length > maxCharacters };
}
