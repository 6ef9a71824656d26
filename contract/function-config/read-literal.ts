/** A text that is not a literal, and where in it. */
export class NotLiteral extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const deepest = 16;
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\n": "",
  "\r\n": "",
};
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const between = /(?:\s+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
const name = /[A-Za-z_$][\w$]*/y;
const number = /-?(?:\d+(?:_\d+)*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.$])/y;
const plain = /[^\\'"`$\n]+/y;
const escape = /\\(?:u\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(\r\n|[^ux]))/y;

/** Reads a text from left to right. It looks at each character a bounded number of times. */
class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  /** Whether this character comes next, after spaces and comments; if so, it also reads it. */
  takes(character: string): boolean {
    this.#match(between);
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  #fail(message: string, at = this.at): never {
    throw new NotLiteral(message, at);
  }

  value(depth: number): unknown {
    if (depth > deepest) this.#fail(`is nested more than ${deepest} deep`);
    if (this.takes("{")) return this.#object(depth);
    if (this.takes("[")) return this.#list(depth);
    const next = this.#text[this.at];
    if (next === '"' || next === "'" || next === "`") return this.#string(next);
    const found = this.#match(number);
    if (found !== null) return Number(found[0].replaceAll("_", ""));
    const began = this.at;
    const word = this.#match(name)?.[0] ?? "";
    if (Object.hasOwn(words, word)) return words[word];
    return this.#fail("must be a literal: a text, a number, true, false, null, a list or an object", began);
  }

  #string(quote: string): string {
    const began = this.at;
    this.at += 1;
    const parts: string[] = [];
    for (;;) {
      const next = this.#text[this.at];
      if (next === undefined || (next === "\n" && quote !== "`")) this.#fail("is a text that does not end", began);
      if (next === quote) break;
      if (next === "$" && quote === "`" && this.#text[this.at + 1] === "{")
        this.#fail("must be a text without ${…}", began);
      parts.push(this.#piece(next));
    }
    this.at += 1;
    return parts.join("");
  }

  /** Reads up to the next character that may be significant, or one of these. */
  #piece(next: string): string {
    const run = this.#match(plain);
    if (run !== null) return run[0];
    if (next !== "\\") {
      this.at += 1;
      return next;
    }
    const found = this.#match(escape);
    if (found === null) return this.#fail("has an escape that is not complete");
    const [, point, unit, byte, character = ""] = found;
    const code = Number.parseInt(point ?? unit ?? byte ?? "", 16);
    if (Number.isNaN(code)) return escapes[character] ?? character;
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : this.#fail("has an escape beyond U+10FFFF");
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    while (!this.takes("]")) {
      items.push(this.value(depth + 1));
      if (this.takes(",")) continue;
      if (this.takes("]")) break;
      this.#fail("needs a comma or ] here");
    }
    return items;
  }

  #key(): string {
    const next = this.#text[this.at];
    if (next === '"' || next === "'") return this.#string(next);
    const found = this.#match(name);
    return found === null ? this.#fail("needs the name of a member here") : found[0];
  }

  #object(depth: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    while (!this.takes("}")) {
      const began = this.at;
      const key = this.#key();
      if (members.has(key) || key === "__proto__")
        this.#fail(`has "${key.slice(0, 100)}" where it may not stand`, began);
      if (!this.takes(":")) this.#fail("needs a colon and a literal here");
      members.set(key, this.value(depth + 1));
      if (this.takes(",")) continue;
      if (this.takes("}")) break;
      this.#fail("needs a comma or } here");
    }
    return Object.fromEntries(members);
  }
}

/**
 * Reads the literal at a position of a source (ECMA-262, 13.2): texts without substitutions, decimal numbers, true,
 * false, null, lists and objects, with comments and trailing commas. Nothing is evaluated, and the time grows linearly
 * with the text.
 * @returns the value, and the position after it
 * @throws NotLiteral
 */
export function readLiteral(text: string, at: number): { value: unknown; end: number } {
  const reader = new Reader(text, at);
  const value = reader.value(0);
  return { value, end: reader.at };
}
