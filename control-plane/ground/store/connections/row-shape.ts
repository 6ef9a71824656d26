import { names } from "../names.ts";
import { readerOf } from "./read-value.ts";

/** A column, as the server describes it. */
export interface Column {
  name: string;
  dataTypeID: number;
}

type Values = readonly (string | null)[];

/**
 * Makes rows with these columns. Each row is a copy of an empty row that already has our names. Otherwise V8 would turn
 * an object that gets more than about ten properties one by one into a hash table, which is slow to read and to copy.
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
      // In a join, two columns may have the same name. The later one counts, even when it is null.
      row[this.#properties[at] ?? ""] = value === null || value === undefined ? null : this.#readers[at]?.(value);
    }
    return row;
  }
}
