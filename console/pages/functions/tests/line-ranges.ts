/**
 * Joins numbers of lines that follow each other.
 * @param lines in order
 * @returns the first line of each range, and its text: `7`, or `9–12`
 */
export function lineRanges(lines: readonly number[]): { from: number; text: string }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last.to + 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges.map(({ from, to }) => ({ from, text: from === to ? String(from) : `${from}–${to}` }));
}
