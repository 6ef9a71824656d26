import { useEffect, useMemo, useRef, useState } from "react";
import { withRange } from "./with-range.ts";

/** What is chosen of a table, and how that changes. */
export interface Selection<Row> {
  /** The chosen rows that are shown, in the table's order. */
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** Chooses a row, or gives it up; with `isRange`, chooses all rows since the last one. */
  press: (index: number, isRange: boolean) => void;
  /** Chooses these rows and no others. */
  choose: (rows: readonly Row[]) => void;
  /** Loads the rows that are not there yet, and chooses all; undefined when all are there. */
  chooseAll: (() => void) | undefined;
}

/**
 * Remembers the chosen rows of a table by their keys. A row that is no longer shown is no longer chosen.
 * @param more loads more rows; undefined when all are there
 */
export function useSelection<Row>(
  shown: readonly Row[],
  rowKey: (row: Row) => string,
  more: (() => void) | undefined,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isLoading, setLoading] = useState(false);
  /** The row that was pressed last without Shift. */
  const anchor = useRef<string | null>(null);
  const isWhole = more === undefined;
  useEffect(() => {
    if (!isLoading) return;
    const keys = new Set(shown.map(rowKey));
    // Otherwise the list shows something else by now, such as another search.
    const isSame = [...chosen].every((key) => keys.has(key));
    if (isSame) setChosen(keys);
    if (isSame && !isWhole) more();
    else setLoading(false);
    // One step for each loaded page. oxlint-disable-next-line react/exhaustive-deps -- the others are new at every render
  }, [isLoading, shown.length, isWhole]);
  // Scrolling renders the table for every frame. oxlint-disable-next-line react/exhaustive-deps -- rowKey does the same at every render
  const rows = useMemo(() => shown.filter((row) => chosen.has(rowKey(row))), [shown, chosen]);
  return {
    rows,
    has: (row) => chosen.has(rowKey(row)),
    press(index, isRange) {
      const keys = shown.map(rowKey);
      const key = keys[index];
      if (key === undefined) return;
      const from = isRange && anchor.current !== null ? keys.indexOf(anchor.current) : -1;
      if (from === -1) anchor.current = key;
      setLoading(false);
      setChosen((now) => withRange(now, keys, from === -1 ? null : from, index));
    },
    choose(rows) {
      anchor.current = null;
      setLoading(false);
      setChosen(new Set(rows.map(rowKey)));
    },
    chooseAll: isWhole
      ? undefined
      : () => {
          setChosen(new Set(shown.map(rowKey)));
          // If a page could not be loaded, it goes on from there.
          if (isLoading) more();
          else setLoading(true);
        },
  };
}
