/** The values of a template's variables by their names. */
export type TemplateValues = Record<string, string>;

/** A URI template up to level 3 (RFC 6570), ready to match URIs. */
export interface UriTemplate {
  /** The decoded values with which the template gives this URI; null: it gives none that we accept. */
  match: (uri: string) => TemplateValues | null;
  variables: readonly string[];
  /** A URI can match several templates. The one with the greater weight is the more specific one. */
  weight: number;
}

/** A text of the template, as it stands in the URI. */
interface Literal {
  text: string;
}

/** A variable: after `prefix`, at least one of its characters. */
interface Variable {
  name: string;
  prefix: string;
  /** Whether reserved characters may stand in it without percent-encoding. */
  isOpen: boolean;
  /** Whether it may be left out with its prefix. */
  isOptional: boolean;
}

/** `{?a,b}` or `{&a,b}`: any of the pairs in any order, to the end of the query. */
interface Query {
  sign: string;
  names: ReadonlySet<string>;
}

type Part = Literal | Variable | Query;

const expression = /\{([+#./;?&]?)([^}]*)\}/g;
const unreserved = /[A-Za-z0-9._~%-]/;
const reserved = /[A-Za-z0-9._~%:/?#[\]@!$&'()*+,;=-]/;
/** C0, C1 and the separators of lines: no identifier has them, and in logs and paths they hide what follows. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const dots = /^(?:\.|%2e){1,2}$/i;
const separators = /[/\\]|%2f|%5c/i;

/** The character classes as tables, because a match asks them for each character. */
const tableOf = (pattern: RegExp) =>
  Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
const closedTable = tableOf(unreserved);
const openTable = tableOf(reserved);

/** A value as the client meant it; null: it is not encoded well, or leads to another place once somebody resolves it. */
export function decodeValue(encoded: string): string | null {
  let value: string;
  try {
    value = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  return controls.test(value) || value.split(separators).some((segment) => dots.test(segment)) ? null : value;
}

function expressionParts(sign: string, names: readonly string[]): Part[] {
  if (sign === "?" || sign === "&") return [{ sign, names: new Set(names) }];
  if (sign === "" || sign === "+" || sign === "#") {
    const isOptional = sign === "#";
    const first = sign === "#" ? "#" : "";
    return names.map((name, at) => ({ name, prefix: at === 0 ? first : ",", isOpen: sign !== "", isOptional }));
  }
  return names.map((name) => ({
    name,
    prefix: sign === ";" ? `;${name}=` : sign,
    isOpen: false,
    isOptional: true,
  }));
}

function partsOf(template: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: sign = "", 2: names = "" } of template.matchAll(expression)) {
    if (index > from) parts.push({ text: template.slice(from, index) });
    parts.push(...expressionParts(sign, names.split(",")));
    from = index + whole.length;
  }
  if (from < template.length) parts.push({ text: template.slice(from) });
  return parts;
}

const endOfQuery = (uri: string, from: number) => {
  const end = uri.indexOf("#", from);
  return end === -1 ? uri.length : end;
};

/** For each position: whether this part and those after it match from there to the end of the URI. */
function before(part: Part, uri: string, after: Uint8Array): Uint8Array {
  const length = uri.length;
  const can = new Uint8Array(length + 1);
  if ("text" in part) {
    const { text } = part;
    for (let at = 0; at + text.length <= length; at += 1)
      if (after[at + text.length] === 1 && uri.startsWith(text, at)) can[at] = 1;
    return can;
  }
  if ("sign" in part) {
    for (let at = 0; at <= length; at += 1)
      if (after[at] === 1 || (uri[at] === part.sign && after[endOfQuery(uri, at)] === 1)) can[at] = 1;
    return can;
  }
  const table = part.isOpen ? openTable : closedTable;
  // Whether at least one character from here, and then the parts after this one, lead to the end.
  const leads = new Uint8Array(length + 1);
  for (let at = length - 1; at >= 0; at -= 1)
    if (table[uri.charCodeAt(at)] === 1 && (after[at + 1] === 1 || leads[at + 1] === 1)) leads[at] = 1;
  for (let at = 0; at <= length; at += 1) {
    const begins = uri.startsWith(part.prefix, at) && leads[at + part.prefix.length] === 1;
    if (begins || (part.isOptional && after[at] === 1)) can[at] = 1;
  }
  return can;
}

/** The longest value of a variable from here that lets the parts after it match: where it ends. -1: it is left out. */
function endOfValue({ prefix, isOpen }: Variable, uri: string, from: number, after: Uint8Array): number {
  if (!uri.startsWith(prefix, from)) return -1;
  const table = isOpen ? openTable : closedTable;
  let found = -1;
  for (let at = from + prefix.length; at < uri.length && table[uri.charCodeAt(at)] === 1; at += 1)
    if (after[at + 1] === 1) found = at + 1;
  return found;
}

/** The pairs of a query; null: it has others, or one twice. */
function pairsOf({ names }: Query, query: string): [name: string, encoded: string][] | null {
  const pairs: [string, string][] = [];
  for (const pair of query.split("&")) {
    const [name = "", ...value] = pair.split("=");
    if (!names.has(name) || pairs.some(([one]) => one === name)) return null;
    pairs.push([name, value.join("=")]);
  }
  return pairs;
}

/** The encoded values along the way that `can` shows: for each part, as much as possible. */
function read(parts: readonly Part[], uri: string, can: readonly Uint8Array[]): [string, string][] | null {
  const found: [string, string][] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const after = can[index + 1]!;
    if ("text" in part) at += part.text.length;
    else if ("sign" in part) {
      const end = uri[at] === part.sign ? endOfQuery(uri, at) : at;
      if (end === at || after[end] !== 1) continue;
      const pairs = pairsOf(part, uri.slice(at + 1, end));
      if (pairs === null) return null;
      found.push(...pairs);
      at = end;
    } else {
      const end = endOfValue(part, uri, at, after);
      if (end === -1) continue;
      found.push([part.name, uri.slice(at + part.prefix.length, end)]);
      at = end;
    }
  }
  return found;
}

/** More text is more specific, then fewer open variables, then fewer variables. */
function weigh(parts: readonly Part[]): number {
  let weight = 0;
  for (const part of parts) {
    if ("text" in part) weight += part.text.length * 10_000;
    else weight -= "isOpen" in part && part.isOpen ? 101 : 1;
  }
  return weight;
}

/**
 * Compiles a URI template (RFC 6570, section 3, up to level 3) for the way back, which the RFC leaves open: from a URI
 * to values. One match takes time in proportion to the URI times the parts, whatever the URI is.
 */
export function compileTemplate(template: string): UriTemplate {
  const parts = partsOf(template);
  const [first] = parts;
  const beginning = first !== undefined && "text" in first ? first.text : "";
  return {
    variables: parts.flatMap((part) => ("text" in part ? [] : "sign" in part ? [...part.names] : [part.name])),
    weight: weigh(parts),
    match(uri) {
      if (!uri.startsWith(beginning)) return null;
      const end = new Uint8Array(uri.length + 1);
      end[uri.length] = 1;
      const can: Uint8Array[] = [end];
      for (const part of parts.toReversed()) can.unshift(before(part, uri, can[0]!));
      const found = can[0]![0] === 1 ? read(parts, uri, can) : null;
      if (found === null) return null;
      const values = Object.create(null) as TemplateValues;
      for (const [name, encoded] of found) {
        const value = decodeValue(encoded);
        if (value === null) return null;
        values[name] = value;
      }
      return values;
    },
  };
}
