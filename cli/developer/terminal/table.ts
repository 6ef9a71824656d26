import { plain } from "./plain.ts";

/** A column of a table: its heading, and how to colour a cell after padding it. */
export interface Column {
  heading: string;
  align?: "right";
  paint?: (cell: string) => string;
}

/**
 * Formats rows of cells as a table, with two spaces between columns and without lines. The last column is not padded.
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => plain(cell).replaceAll("\n", " ")));
  const widths = columns.map(({ heading }, at) =>
    Math.max(heading.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const fill = (cell: string, at: number) => {
    if (columns[at]!.align === "right") return cell.padStart(widths[at]!);
    return at === columns.length - 1 ? cell : cell.padEnd(widths[at]!);
  };
  const line = (row: readonly string[], painted: boolean) =>
    row
      .map((cell, at) => {
        const paint = painted ? columns[at]!.paint : undefined;
        return paint === undefined ? fill(cell, at) : paint(fill(cell, at));
      })
      .join("  ")
      .trimEnd();
  const headings = columns.map(({ heading }) => heading.toUpperCase());
  return [line(headings, false), ...cells.map((row) => line(row, true))].join("\n");
}
