import { stringify } from "csv-stringify/browser/esm/sync";

/**
 * Rows as CSV (RFC 4180), with a line of names. Lists and objects are written as JSON. A text that a spreadsheet would
 * read as a formula gets a leading apostrophe.
 */
export const csvOf = (rows: readonly object[]): string =>
  stringify([...rows], {
    header: true,
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { boolean: String },
  });
