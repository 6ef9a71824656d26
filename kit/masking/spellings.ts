/** A way to write a value, and how many characters on either side also hold bits of it. */
export interface Spelling {
  text: string;
  /** Characters before and after `text` that hold bits of the value and of its neighbours. */
  before: number;
  after: number;
}

/** A shorter text matches by chance everywhere, so we do not search for shorter values. */
export const shortestSearched = 6;

const percent = (byte: number) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;

/** Percent-encodes everything that `kept` does not match, as UTF-8. */
const percentEncoded = (value: string, kept: RegExp) =>
  Array.from(value, (character) =>
    kept.test(character) ? character : Array.from(Buffer.from(character), percent).join(""),
  ).join("");

const lowerPercent = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

/**
 * Characters that percent-encoding leaves unchanged: in a URL's query and path (https://url.spec.whatwg.org), in RFC
 * 3986's unreserved set, and none.
 */
const keptInUrls = [
  /[A-Za-z0-9\-_.!~*'()]/,
  /[A-Za-z0-9\-_.~]/,
  /[A-Za-z0-9\-_.!~*'();/?:@&=+$,#]/,
  /[!$-;=@-[\]_a-z|~\\]/,
  /[!$-&(-;=?-~]/,
  /(?!)/,
];

const formField = (value: string) => new URLSearchParams({ v: value }).toString().slice(2);

function urlSpellings(value: string): string[] {
  const once = [formField(value), ...keptInUrls.map((kept) => percentEncoded(value, kept))];
  const twice = [encodeURIComponent(encodeURIComponent(value))];
  return [...once, ...twice].flatMap((text) => [text, lowerPercent(text)]);
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** JSON with everything beyond ASCII escaped, as many writers produce it. */
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

/** A way to encode bytes as text. We can search only for the part of the encoding that depends on the value alone. */
interface Encoding {
  /** How many bytes of other data precede the value in the encoded data. */
  offset: 0 | 1 | 2;
  encode: (bytes: Buffer) => string;
  /** How many bits of the data one character holds. */
  bits: 4 | 6;
}

const base64Encodings = (["base64", "base64url"] as const).flatMap((alphabet) =>
  ([0, 1, 2] as const).map((offset): Encoding => ({
    offset,
    encode: (bytes) => bytes.toString(alphabet).replace(/=+$/, ""),
    bits: 6,
  })),
);
const hex = (bytes: Buffer) => bytes.toString("hex");
const separated = (separator: string) => (bytes: Buffer) => hex(bytes).replaceAll(/..(?!$)/g, `$&${separator}`);
const hexEncodings = [hex, separated(":"), separated(" "), separated("-")].flatMap((encode) => [
  { offset: 0, encode, bits: 4 } satisfies Encoding,
  { offset: 0, encode: (bytes: Buffer) => encode(bytes).toUpperCase(), bits: 4 } satisfies Encoding,
]);
/**
 * Encodings that may be nested inside another. Separated pairs are not among them: they are only used to display a
 * final text.
 */
const innerEncodings: readonly Encoding[] = [...base64Encodings, ...hexEncodings.slice(0, 2)];
const outerEncodings: readonly Encoding[] = [...base64Encodings, ...hexEncodings];

/** A spelling encoded as part of something larger. */
function encoded({ text, before, after }: Spelling, { offset, encode, bits }: Encoding): Spelling {
  const bytes = Buffer.from(text);
  const whole = encode(Buffer.concat([Buffer.alloc(offset), bytes]));
  if (bits === 4) {
    const perByte = whole.length > bytes.length * 2 ? 3 : 2;
    return { text: whole, before: before * perByte, after: after * perByte };
  }
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor(((offset + bytes.length) * 8) / 6);
  // Characters on both sides that hold bits of the value, or of an encoded character of it.
  return {
    text: whole.slice(from, to),
    before: Math.ceil((before * 8) / 6) + (offset === 0 ? 0 : 1),
    after: Math.ceil((after * 8) / 6) + (whole.length > to ? 1 : 0),
  };
}

/** A value's spellings with at most one encoding, and those with two. */
export interface Spellings {
  once: Spelling[];
  twice: Spelling[];
}

const longEnough = ({ text }: Spelling) => text.length >= shortestSearched;
const distinct = (spellings: readonly Spelling[]) => [
  ...new Map(spellings.map((spelling) => [spelling.text, spelling])).values(),
];

/**
 * For longer values, mostly keys and certificates, we search with only one encoding, because each spelling costs as
 * much as its length.
 */
const longestNested = 4_096;

/**
 * Every form in which we search for a value. Plain: itself, JSON-escaped (once and twice), URL-encoded. Encoded within
 * a larger text: itself, in JSON and URL-encoded, in hexadecimal (also as pairs separated by a colon, a blank or a
 * hyphen), in base64 and in base64url. Twice encoded: itself and in JSON.
 */
export function spellingsOf(value: string): Spellings {
  // Hosts in addresses are in lower case, and names of headers and variables are often in upper case.
  const cases = [value.toLowerCase(), value.toUpperCase()];
  const texts = [value, ...cases, ...jsonSpellings(value), ...urlSpellings(value)];
  const plain = texts.map((text): Spelling => ({ text, before: 0, after: 0 }));
  const inside = enclosed(value, [encodeURIComponent(value), formField(value)]);
  const once = inside.flatMap((spelling) => outerEncodings.map((encoding) => encoded(spelling, encoding)));
  const isShort = value.length <= longestNested;
  const inner = isShort ? enclosed(value).flatMap((one) => innerEncodings.map((by) => encoded(one, by))) : [];
  const twice = distinct(inner.filter(longEnough)).flatMap((spelling) =>
    outerEncodings.map((by) => encoded(spelling, by)),
  );
  return {
    once: distinct([...plain, ...once].filter(longEnough)),
    twice: distinct(twice.filter(longEnough)),
  };
}

/** The forms to search for inside an encoding: the value itself, as a JSON field, and more. */
const enclosed = (value: string, more: readonly string[] = []): Spelling[] =>
  distinct([value, inJson(value), ...more].map((text): Spelling => ({ text, before: 0, after: 0 })));

const shortestLine = 12;

/**
 * The secret parts of a value: all of it without surrounding blanks (a pasted newline), and each longer line of a
 * multi-line text, such as a PEM key.
 */
export function secretParts(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const parts = [value, value.trim(), ...(lines.length > 1 ? lines.filter((line) => line.length >= shortestLine) : [])];
  return [...new Set(parts)].filter((part) => part.length >= shortestSearched);
}
