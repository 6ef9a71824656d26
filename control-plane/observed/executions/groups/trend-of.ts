const hourMs = 3_600_000;
/** A longer range has a step for each day. */
const mostHours = 7 * 24 + 1;

/**
 * The sums of hours as steps of a chart, oldest first, with a step for each hour or day of the range, also without a
 * failure. Days are those of UTC.
 */
export function trendOf(
  sums: readonly { at: Date; count: number }[],
  { from, to }: { from: Date; to: Date },
): { at: string; count: number }[] {
  const stepMs = to.getTime() - from.getTime() > mostHours * hourMs ? 24 * hourMs : hourMs;
  const stepOf = (at: number) => Math.floor(at / stepMs) * stepMs;
  const counts = new Map<number, number>();
  for (let at = stepOf(from.getTime()); at < to.getTime(); at += stepMs) counts.set(at, 0);
  for (const { at, count } of sums) {
    const step = stepOf(at.getTime());
    counts.set(step, (counts.get(step) ?? 0) + count);
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([at, count]) => ({ at: new Date(at).toISOString(), count }));
}
