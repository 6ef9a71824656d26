import { platformError } from "./function-error.ts";
import { ownJson } from "./frame-json.ts";
import {
  defineProperty,
  arrayPrototype,
  freeze,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  isBytes,
  isDate,
  isFrozen,
  isoOf,
  jsonStringify,
  MapCtor,
  mapGet,
  mapSet,
  promiseThen,
  StringOf,
  stringSlice,
  viewByteLength,
  viewKind,
} from "./primordials.ts";
import { request } from "./requests.ts";

type Scalar = string | number | boolean | null;
type Single = { value: Scalar } | { time: string } | { base64: string };
type Element = Scalar | { time: string } | { base64: string } | Element[];
type Slot = Single | { array: Element[] } | { json: string } | { names: string[] };

interface Place {
  connection: string | null;
  transaction?: number;
}

interface Parts {
  texts: string[];
  slots: Slot[];
}

const invalid = (message: string) => platformError("VALIDATION_ERROR", message);
const template =
  "Write a statement as a template: ctx.sql`select … where id = ${id}`. Text cannot become part of a statement.";

/** A part of a statement. The platform makes it, and its text contains no value. */
class SqlFragment {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  static isOne(value: unknown): value is SqlFragment {
    return typeof value === "object" && value !== null && #parts in value;
  }

  static partsOf(fragment: SqlFragment): Parts {
    return fragment.#parts;
  }
}
const { isOne: isFragment, partsOf } = SqlFragment;
for (const name of ["isOne", "partsOf"]) delete (SqlFragment as unknown as Record<string, unknown>)[name];

interface Answer {
  rows: unknown[];
  count: number;
  insertId: string | number | null;
}

const rethrow = (error: unknown): never => {
  throw error;
};

/** A statement that is sent once, at the `await`. Inside another statement it is a part of that one. */
class SqlQuery extends SqlFragment {
  readonly #place: Place;
  #sent: Promise<Answer> | undefined;

  constructor(place: Place, parts: Parts) {
    super(parts);
    this.#place = place;
  }

  get [Symbol.toStringTag](): string {
    return "SqlQuery";
  }

  // The statement is sent when it is awaited.
  // oxlint-disable-next-line unicorn/no-thenable
  then(done?: (value: unknown[]) => unknown, failed?: (error: unknown) => unknown): Promise<unknown> {
    const rows = promiseThen(this.result(), (answer) => answer.rows, rethrow);
    return promiseThen(rows, done as never, failed as never);
  }

  /** The rows, with the other results of the statement. */
  result(): Promise<Answer> {
    this.#sent ??= promiseThen(
      request("sql.query", ownJson({ ...this.#place, ...partsOf(this) })).answer,
      ({ value }) => value as Answer,
      rethrow,
    );
    return this.#sent;
  }

  catch(failed?: (error: unknown) => unknown): Promise<unknown> {
    return this.then(undefined, failed);
  }

  finally(done?: () => void): Promise<unknown> {
    return this.then(
      (value) => (done?.(), value),
      (error) => {
        done?.();
        throw error;
      },
    );
  }
}

/** A number as text if JSON has no form for it. Undefined for other values than simple ones. */
function scalarOf(value: unknown): Scalar | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number")
    return value === value && value !== Infinity && value !== -Infinity ? value : StringOf(value);
  return typeof value === "bigint" ? StringOf(value) : undefined;
}

/** The error for a refused value, with a description of its type. */
function refusalOf(value: unknown): Error {
  if (value === undefined) return invalid("A value in a statement is undefined: write null where there is none.");
  if (typeof value === "function")
    return invalid("A value in a statement is a function: call it, and write what it returns.");
  if (typeof value === "symbol") return invalid("A value in a statement is a symbol, which no database can hold.");
  if (isDate(value)) return invalid("A Date in a statement is invalid: it holds no time.");
  if (isFragment(value)) return invalid("An array contains a part of a statement: use ctx.sql.list or ctx.sql.join.");
  if (viewKind(value) !== undefined)
    return invalid("A value in a statement is a typed array: write bytes as a Uint8Array.");
  return invalid("A value in a statement is an object: write ctx.sql.json(value) to send it as JSON.");
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 (RFC 4648, section 4). The isolate's snapshot lacks the engine's own. */
function base64Of(bytes: Uint8Array): string {
  const length = viewByteLength(bytes);
  const digit = (bits: number) => stringSlice(digits, bits & 63, (bits & 63) + 1);
  let text = "";
  for (let at = 0; at < length; at += 3) {
    const bits = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += digit(bits >> 18) + digit(bits >> 12);
    text += (at + 1 < length ? digit(bits >> 6) : "=") + (at + 2 < length ? digit(bits) : "=");
  }
  return text;
}

/** An object that is not a list: a time or bytes. @throws FunctionError VALIDATION_ERROR for any other */
function objectOf(value: unknown): { time: string } | { base64: string } {
  if (isBytes(value)) return { base64: base64Of(value) };
  const time = isoOf(value);
  if (time === undefined) throw refusalOf(value);
  return { time };
}

/** Databases have at most six dimensions. */
const mostDimensions = 6;

const mostElements = 100_000;
/** The most parameters that PostgreSQL and MySQL accept: they count them with 16 bits. */
const mostValues = 65_535;

function elementsOf(values: readonly unknown[], depth: number): Element[] {
  if (values.length > mostElements) {
    throw invalid(
      `An array in a statement has ${values.length} values, and at most ${mostElements} are taken: send it in parts.`,
    );
  }
  if (depth > mostDimensions) throw invalid(`An array in a statement is nested more than ${mostDimensions} deep.`);
  const elements: Element[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    const scalar = scalarOf(value);
    if (scalar !== undefined) elements[at] = scalar;
    else elements[at] = isArray(value) ? elementsOf(value, depth + 1) : objectOf(value);
  }
  return elements;
}

function slotOf(value: unknown): Slot {
  const scalar = scalarOf(value);
  if (scalar !== undefined) return { value: scalar };
  return isArray(value) ? { array: elementsOf(value, 1) } : objectOf(value);
}

/** Interleaves fragments and values with texts. Every value becomes a parameter. */
function partsFrom(texts: readonly string[], values: readonly unknown[]): Parts {
  const parts: Parts = { texts: [texts[0]!], slots: [] };
  const add = (text: string) => {
    parts.texts[parts.texts.length - 1] += text;
  };
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (isFragment(value)) {
      const inner = partsOf(value);
      add(inner.texts[0]!);
      for (let one = 0; one < inner.slots.length; one++) {
        parts.slots[parts.slots.length] = inner.slots[one]!;
        parts.texts[parts.texts.length] = inner.texts[one + 1]!;
      }
    } else {
      parts.slots[parts.slots.length] = slotOf(value);
      parts.texts[parts.texts.length] = "";
    }
    add(texts[at + 1]!);
  }
  if (parts.slots.length > mostValues) {
    throw invalid(
      `A statement has ${parts.slots.length} values, and databases take at most ${mostValues}: send them in several statements.`,
    );
  }
  return parts;
}

/**
 * Whether a value looks like the object that the language passes to a tag (ECMA-262, GetTemplateObject): a frozen array
 * with a hidden property of its raw texts. No array looks so by accident. But we cannot distinguish one that is built
 * on purpose, as docs/databases.md says.
 */
function isTemplate(value: unknown): value is TemplateStringsArray {
  if (!isArray(value) || !isFrozen(value) || getPrototypeOf(value) !== arrayPrototype) return false;
  const held = getOwnPropertyDescriptor(value, "raw");
  if (held === undefined || held.enumerable === true) return false;
  const raw: unknown = held.value;
  return isArray(raw) && isFrozen(raw) && raw.length === value.length;
}

function textsOf(strings: TemplateStringsArray): readonly string[] {
  for (let at = 0; at < strings.length; at++) {
    if (typeof strings[at] !== "string") throw invalid("A statement holds an escape that means nothing.");
  }
  return strings;
}

const separators = { ",": ", ", and: " and ", or: " or " } as const;

const helpers = {
  identifier(...names: unknown[]): SqlFragment {
    const given: string[] = [];
    if (names.length === 0 || names.length > 3) {
      throw invalid(`An identifier has one to three names, as in "public", "users": this one has ${names.length}.`);
    }
    for (let at = 0; at < names.length; at++) {
      const name = names[at];
      if (typeof name === "string" && name.length > 128)
        throw invalid("A name in a statement has at most 128 characters.");
      if (typeof name !== "string" || name === "") throw invalid("An identifier is the name of a table or column.");
      given[at] = name;
    }
    return new SqlFragment({ texts: ["", ""], slots: [{ names: given }] });
  },
  list(values: unknown): SqlFragment {
    if (!isArray(values) || values.length === 0) {
      throw invalid("ctx.sql.list needs an array with at least one value: `in ()` is not valid SQL.");
    }
    const texts: string[] = [""];
    for (let at = 1; at < values.length; at++) texts[at] = ", ";
    texts[values.length] = "";
    return new SqlFragment(partsFrom(texts, values));
  },
  join(parts: unknown, separator: "," | "and" | "or" = ","): SqlFragment {
    const between = separators[separator];
    if (!isArray(parts) || parts.length === 0 || between === undefined) {
      throw invalid('ctx.sql.join needs an array of fragments, and ",", "and" or "or".');
    }
    const [open, close] = separator === "," ? ["", ""] : ["(", ")"];
    const texts: string[] = [open];
    for (let at = 0; at < parts.length; at++) {
      if (!isFragment(parts[at])) throw invalid("ctx.sql.join joins fragments: ctx.sql`…`.");
      texts[at + 1] = at + 1 < parts.length ? close + between + open : close;
    }
    return new SqlFragment(partsFrom(texts, parts));
  },
  json(value: unknown): SqlFragment {
    const json = jsonStringify(value) as string | undefined;
    if (json === undefined) throw invalid("ctx.sql.json was given something that JSON cannot carry.");
    return new SqlFragment({ texts: ["", ""], slots: [{ json }] });
  },
};

const isolations = ["read committed", "repeatable read", "serializable"];
const isolationOf = (given: unknown): string | undefined => {
  if (given === undefined) return undefined;
  for (let at = 0; at < isolations.length; at++) if (isolations[at] === given) return isolations[at];
  throw invalid('The isolation of a transaction is "read committed", "repeatable read" or "serializable".');
};

const ask = async (name: string, fields: object) => (await request(name, ownJson(fields)).answer).value;

/** `tx` of a transaction: the tag, and the helpers for statements. */
function transactionTag(place: Place) {
  const tag = (strings: unknown, ...values: unknown[]) => {
    if (!isTemplate(strings)) throw invalid(template);
    return new SqlQuery(place, partsFrom(textsOf(strings), values));
  };
  return freeze(assignHelpers(tag));
}

function assignHelpers<T extends object>(tag: T, more: object = {}): T {
  const all: Record<string, unknown> = { ...helpers, ...more };
  for (const name of ["identifier", "list", "join", "json", "begin"]) {
    if (all[name] !== undefined) defineProperty(tag, name, { value: all[name], enumerable: true });
  }
  return tag;
}

type Work = (tx: unknown) => unknown;

const beginOn =
  (connection: string | null) =>
  async (work: Work, options: { readOnly?: boolean; isolation?: string } = {}): Promise<unknown> => {
    const isolation = isolationOf(options.isolation);
    const { readOnly } = options;
    if (readOnly !== undefined && typeof readOnly !== "boolean")
      throw invalid("readOnly of a transaction must be true or false.");
    if (typeof work !== "function") throw invalid("ctx.sql.begin takes a function: ctx.sql.begin(async (tx) => …).");
    const transaction = (await ask("sql.begin", { connection, readOnly, isolation })) as number;
    let result: unknown;
    try {
      result = await work(transactionTag({ connection, transaction }));
    } catch (error) {
      try {
        await ask("sql.rollback", { transaction });
      } catch {
        // The original error says more. In any case, the end of the call rolls back.
      }
      throw error;
    }
    await ask("sql.commit", { transaction });
    return result;
  };

const named = new MapCtor<string, unknown>();
const mostNamed = 100;
let known = 0;

const isName = (text: string) => {
  for (let at = 0; at < text.length; at++) {
    const one = stringSlice(text, at, at + 1);
    const isFine = (one >= "a" && one <= "z") || one === "_" || (at > 0 && one >= "0" && one <= "9");
    if (!isFine) return false;
  }
  return text !== "" && text.length <= 63;
};

function connectionOf(connection: string): unknown {
  if (!isName(connection)) throw invalid(template);
  const made = mapGet(named, connection);
  if (made !== undefined) return made;
  const fresh = tagOf(connection);
  if (++known <= mostNamed) mapSet(named, connection, fresh);
  return fresh;
}

function tagOf(connection: string | null): object {
  const place = { connection };
  const tag = (first: unknown, ...values: unknown[]): unknown => {
    if (isTemplate(first)) return new SqlQuery(place, partsFrom(textsOf(first), values));
    if (connection === null && typeof first === "string" && values.length === 0) return connectionOf(first);
    throw invalid(template);
  };
  return freeze(assignHelpers(tag, { begin: beginOn(connection) }));
}

/** `ctx.sql`: a tag for the only granted connection. Called with a name, it returns that connection's tag. */
export const sql = tagOf(null);
