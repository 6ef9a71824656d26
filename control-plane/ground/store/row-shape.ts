import { names } from "./names.ts";
import { readerOf } from "./read-value.ts";

/** A column as the server describes it. */
export interface Column {
  name: string;
  dataTypeID: number;
}

type Values = readonly (string | null)[];

/**
 * How rows with these columns are made: with our names at once, as copies of an empty row. An object that gets more
 * than some ten properties one by one becomes a hash table, which is slow to read and to copy.
 */
export class RowShape {
  readonly #properties: readonly string[];
  readonly #readers: readonly ((text: string) => unknown)[];
  readonly #empty: Readonly<Record<string, unknown>>;

  constructor(columns: readonly Column[]) {
    this.#properties = columns.map(({ name }) => names.property(name));
    this.#readers = columns.map(({ dataTypeID }) => readerOf(dataTypeID));
    const properties = new Set(this.#properties);
    this.#empty = JSON.parse(`{${[...properties].map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Record<
      string,
      null
    >;
  }

  read(values: Values): Record<string, unknown> {
    const row: Record<string, unknown> = { ...this.#empty };
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at];
      // A column of a join may have the name of another one: the later counts, also when it is null.
      row[this.#properties[at] ?? ""] = value === null || value === undefined ? null : this.#readers[at]?.(value);
    }
    return row;
  }
}
