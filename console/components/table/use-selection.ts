import { useRef, useState } from "react";
import { withRange } from "./with-range.ts";

/** What is chosen of a table, and how that changes. */
export interface Selection<Row> {
  /** The chosen rows that are shown, in the table's order. */
  rows: readonly Row[];
  /** Chooses a row, or gives it up; with `isRange`, chooses all rows since the last one. */
  press: (index: number, isRange: boolean) => void;
  /** Chooses these rows and no others. */
  choose: (rows: readonly Row[]) => void;
}

/** Remembers the chosen rows of a table by their keys. A row that is no longer shown is no longer chosen. */
export function useSelection<Row>(shown: readonly Row[], rowKey: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The row that was pressed last without Shift. */
  const anchor = useRef<string | null>(null);
  return {
    rows: chosen.size === 0 ? [] : shown.filter((row) => chosen.has(rowKey(row))),
    press(index, isRange) {
      const keys = shown.map(rowKey);
      const key = keys[index];
      if (key === undefined) return;
      const from = isRange && anchor.current !== null ? keys.indexOf(anchor.current) : -1;
      if (from === -1) anchor.current = key;
      setChosen((now) => withRange(now, keys, from === -1 ? null : from, index));
    },
    choose(rows) {
      anchor.current = null;
      setChosen(new Set(rows.map(rowKey)));
    },
  };
}
