import type { ServerStatement } from "../session.ts";
import { firstWordOf } from "../first-word-of.ts";
import { mysqlTime } from "./mysql-time.ts";

interface Refusal {
  /** The server's whole sentence: the value with its column and row. */
  message: string;
  value: string;
}

/** ER_TRUNCATED_WRONG_VALUE and ER_WRONG_VALUE: the text is not a time, for a column or elsewhere. */
const wrongValues = new Set<unknown>([1292, 1525]);

function refusalOf(error: unknown): Refusal | undefined {
  const { errno, sqlMessage } = error as { errno?: unknown; sqlMessage?: unknown };
  if (!wrongValues.has(errno) || typeof sqlMessage !== "string") return undefined;
  const value = /\bincorrect (?:date|time|datetime|timestamp) value: '([^']*)'/i.exec(sqlMessage)?.[1];
  return value === undefined ? undefined : { message: sqlMessage, value };
}

const skipped = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|--[^\n]*|#[^\n]*|\/\*[^]*?\*\/|[(),?]/g;

/**
 * The place of each `?`. In rows in brackets, the values of one column share a place. Outside of brackets, each value
 * has its own.
 */
function placesOf(text: string): string[] {
  const commas: number[] = [0];
  const places: string[] = [];
  for (const [found] of text.matchAll(skipped)) {
    if (found === "(") commas.push(0);
    else if (found === ")") commas.length = Math.max(commas.length - 1, 1);
    else if (found === ",") commas[commas.length - 1]! += 1;
    else if (found === "?") places.push(commas.length === 1 ? `${places.length}` : commas.slice(1).join("/") + "/");
  }
  return places;
}

/** All subsets of `items`, small ones first. */
function* selections(items: readonly string[]): Generator<ReadonlySet<string>> {
  const pick = function* (count: number, from: number): Generator<string[]> {
    if (count === 0) {
      yield [];
      return;
    }
    for (let at = from; at < items.length; at += 1) {
      for (const rest of pick(count - 1, at + 1)) yield [items[at]!, ...rest];
    }
  };
  for (let count = 1; count <= items.length; count += 1) {
    for (const picked of pick(count, 0)) yield new Set(picked);
  }
}

/** How often one statement is sent again. */
const mostTries = 16;

/**
 * A statement whose values include instants in ISO 8601, as in rows. MySQL does not accept a zone in a text that
 * becomes a time, and does not tell us the type of a parameter. So we rewrite values only after the server has refused
 * the statement, which then had no effect. We rewrite as few as possible, so a text in a text column stays unchanged.
 */
export class RetimedStatement {
  readonly #text: string;
  /** The values to which the current refusal refers. */
  #base: ServerStatement["values"];
  #current: ServerStatement["values"];
  #places: string[] | undefined;
  #message: string | undefined;
  #choices: Generator<ReadonlySet<string>> | undefined;
  #tries = 0;

  constructor({ text, values }: ServerStatement) {
    this.#text = text;
    this.#base = values;
    this.#current = values;
  }

  /** The statement to send after this error. Undefined: the error has another cause. */
  after(error: unknown): ServerStatement | undefined {
    const refusal = refusalOf(error);
    if (refusal === undefined || (this.#tries += 1) > mostTries) return undefined;
    // A procedure may have committed something before the refusal.
    if (firstWordOf(this.#text, "mysql") === "call") return undefined;
    const places = (this.#places ??= placesOf(this.#text));
    // This refusal is a different one, so the last rewriting was right.
    if (refusal.message !== this.#message) {
      this.#message = refusal.message;
      this.#base = this.#current;
      const refused = this.#base.flatMap((value, at) =>
        value === refusal.value && mysqlTime(value) !== undefined ? [places[at] ?? `${at}`] : [],
      );
      this.#choices = selections([...new Set(refused)]);
    }
    const chosen = this.#choices?.next().value as ReadonlySet<string> | undefined;
    if (chosen === undefined) return undefined;
    this.#current = this.#base.map((value, at) =>
      typeof value === "string" && chosen.has(places[at] ?? `${at}`) ? (mysqlTime(value) ?? value) : value,
    );
    return { text: this.#text, values: this.#current };
  }
}
