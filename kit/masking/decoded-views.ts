/** A decoded reading of a text; each of its characters maps to a range of the original. */
export interface View {
  text: string;
  /** Null for the original text. */
  from: Uint32Array | null;
  to: Uint32Array | null;
}

/** How many layers are decoded, in any order: for example a value in JSON in a URL in a JSON text. */
const mostDecodings = 3;
/** No record keeps more of one text, so we need not decode escapes beyond this. */
const mostDecoded = 262_144;

const percentRun = /(?:%[0-9A-Fa-f]{2})+/g;
const jsonEscape = /\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])/g;
const jsonUnits: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Decodes an escape: yields texts, each with the length of its source. */
type Decode = (escape: string) => Iterable<readonly [text: string, length: number]>;

function* readPercent(run: string): Iterable<readonly [string, number]> {
  const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
  const text = bytes.toString();
  // In invalid UTF-8, we cannot tell which bytes became which character.
  if (Buffer.byteLength(text) !== bytes.length) yield [text, run.length];
  else for (const character of text) yield [character, Buffer.byteLength(character) * 3];
}

function readJson(escape: string): [[string, number]] {
  const kind = escape[1] ?? "";
  const unit = kind === "u" ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : (jsonUnits[kind] ?? kind);
  return [[unit, escape.length]];
}

function decode(view: View, escapes: RegExp, read: Decode): View | null {
  const { text } = view;
  const from = new Uint32Array(text.length);
  const to = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let at = 0;
  const put = (part: string, start: number, end: number, isWhole: boolean) => {
    for (let unit = 0; unit < part.length; unit += 1, length += 1) {
      const first = isWhole ? start : start + unit;
      const last = isWhole ? end - 1 : start + unit;
      from[length] = view.from?.[first] ?? first;
      to[length] = view.to?.[last] ?? last + 1;
    }
    parts.push(part);
  };
  for (const match of text.matchAll(escapes)) {
    put(text.slice(at, match.index), at, match.index, false);
    at = match.index;
    for (const [part, size] of read(match[0])) {
      put(part, at, at + size, true);
      at += size;
    }
  }
  if (at === 0) return null;
  put(text.slice(at), at, text.length, false);
  return { text: parts.join(""), from, to };
}

const decodings: readonly { sign: string; run: (view: View) => View | null }[] = [
  { sign: "%", run: (view) => decode(view, percentRun, readPercent) },
  { sign: "\\", run: (view) => decode(view, jsonEscape, readJson) },
];

/** The text itself, and every text that results from decoding its percent and JSON escapes, in any order. */
export function* decodedViews(text: string): Iterable<View> {
  yield { text, from: null, to: null };
  if (!text.includes("%") && !text.includes("\\")) return;
  const seen = new Set([text]);
  let views: View[] = [{ text: text.slice(0, mostDecoded), from: null, to: null }];
  for (let times = 0; times < mostDecodings && views.length > 0; times += 1) {
    const next: View[] = [];
    for (const view of views) {
      for (const { sign, run } of decodings) {
        const decoded = view.text.includes(sign) ? run(view) : null;
        if (decoded === null || seen.has(decoded.text)) continue;
        seen.add(decoded.text);
        next.push(decoded);
        yield decoded;
      }
    }
    views = next;
  }
}
