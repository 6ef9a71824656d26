/** A mark as it is drawn: its line and the box of its label, in canvas pixels. */
interface PlacedMark {
  label: string;
  /** One line for each event. */
  lines: number[];
  align: "left" | "right";
  from: number;
  to: number;
}

interface Places {
  /** The right edge of the plot; a label that does not fit before it goes on the other side of its line. */
  right: number;
  /** The gap between a line and its label, and between two labels. */
  gap: number;
  widthOf: (text: string) => number;
  /** The label of several merged marks: `3 deployments`. */
  merged: (many: number) => string;
}

function place(lines: number[], label: string, { right, gap, widthOf }: Places): PlacedMark {
  const width = widthOf(label);
  const [first = 0, last = 0] = [lines[0], lines.at(-1)];
  return first + gap + width <= right
    ? { label, lines, align: "left", from: first + gap, to: first + gap + width }
    : { label, lines, align: "right", from: Math.min(first, last - gap - width), to: last - gap };
}

/**
 * Places the labels of marks beside each other. Labels that would overlap are merged into one with their number.
 */
export function mergeMarks(marks: readonly { x: number; label: string }[], places: Places): PlacedMark[] {
  const placed: PlacedMark[] = [];
  for (const { x, label } of marks.toSorted((one, other) => one.x - other.x)) {
    let next = place([x], label, places);
    for (let before = placed.at(-1); before && next.from < before.to + places.gap; before = placed.at(-1)) {
      placed.pop();
      const lines = [...before.lines, ...next.lines];
      next = place(lines, places.merged(lines.length), places);
    }
    placed.push(next);
  }
  return placed;
}
