/** A way to write a value, and how many characters on either side hold bits of it too. */
export interface Spelling {
  text: string;
  /** Characters before and after `text` that belong to the value in part. */
  before: 0 | 1;
  after: 0 | 1;
}

/** A shorter text is found by chance everywhere; values of fewer characters are not searched for. */
export const shortestSearched = 6;

const percent = (byte: number) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;

/** Percent-encodes whatever `kept` does not match, over UTF-8. */
const percentEncoded = (value: string, kept: RegExp) =>
  Array.from(value, (character) =>
    kept.test(character) ? character : Array.from(Buffer.from(character), percent).join(""),
  ).join("");

const lowerPercent = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

/** https://url.spec.whatwg.org: what the query and the path of a URL leave as it is; RFC 3986's unreserved; nothing. */
const keptInUrls = [
  /[A-Za-z0-9\-_.!~*'()]/,
  /[A-Za-z0-9\-_.~]/,
  /[A-Za-z0-9\-_.!~*'();/?:@&=+$,#]/,
  /[!$-;=@-[\]_a-z|~\\]/,
  /[!$-&(-;=?-~]/,
  /(?!)/,
];

function urlSpellings(value: string): string[] {
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const once = [form, ...keptInUrls.map((kept) => percentEncoded(value, kept))];
  const twice = [encodeURIComponent(encodeURIComponent(value))];
  return [...once, ...twice].flatMap((text) => [text, lowerPercent(text)]);
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** JSON with everything beyond ASCII escaped, as many writers have it. */
const asciiJson = (value: string, hex: (digits: string) => string) =>
  inJson(value).replaceAll(
    /[<>&'\u0080-\uffff]/g,
    (unit) => String.raw`\u` + hex(unit.charCodeAt(0).toString(16).padStart(4, "0")),
  );

function jsonSpellings(value: string): string[] {
  const once = [
    inJson(value),
    asciiJson(value, (digits) => digits),
    asciiJson(value, (digits) => digits.toUpperCase()),
    inJson(value).replaceAll("/", String.raw`\/`),
  ];
  return [...once, ...once.map(inJson)];
}

/** The part of a base64 text that the value decides alone when `offset` bytes of something else stand before it. */
function base64Spelling(bytes: Buffer, offset: number, alphabet: "base64" | "base64url"): Spelling {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(alphabet)
    .replace(/=+$/, "");
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor(((offset + bytes.length) * 8) / 6);
  return { text: text.slice(from, to), before: offset === 0 ? 0 : 1, after: text.length > to ? 1 : 0 };
}

/**
 * Every way in which a value is looked for: itself, JSON-escaped (once and twice), URL-encoded, in hexadecimal, and in
 * base64 and base64url wherever it stands in what was encoded.
 */
export function spellingsOf(value: string): Spelling[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString("hex");
  const texts = [value, ...jsonSpellings(value), ...urlSpellings(value), hex, hex.toUpperCase()];
  const whole = texts.map((text): Spelling => ({ text, before: 0, after: 0 }));
  const base64 = ([0, 1, 2] as const).flatMap((offset) =>
    (["base64", "base64url"] as const).map((alphabet) => base64Spelling(bytes, offset, alphabet)),
  );
  const spellings = [...whole, ...base64].filter(({ text }) => text.length >= shortestSearched);
  return [...new Map(spellings.map((spelling) => [spelling.text, spelling])).values()];
}

const shortestLine = 12;

/**
 * What is secret of a value: all of it, without blanks around it (a pasted newline), and each longer line of a text of
 * several, such as a key in PEM.
 */
export function secretParts(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const parts = [value, value.trim(), ...(lines.length > 1 ? lines.filter((line) => line.length >= shortestLine) : [])];
  return [...new Set(parts)].filter((part) => part.length >= shortestSearched);
}
