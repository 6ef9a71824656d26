/**
 * A logarithmic scale for durations: 130 steps from 0.05 ms to over 5 minutes, each 1.13 times the previous one. Counts
 * from any period can be added up, and a percentile read from them is within 6.3 % of the true one.
 */
export const steps = 130;
const least = 0.05;
const growth = 1.13;

/** The step, from 0, that a duration in milliseconds falls into. */
export function stepOf(durationMs: number): number {
  if (!(durationMs > least)) return 0;
  return Math.min(steps - 1, Math.ceil(Math.log(durationMs / least) / Math.log(growth)));
}

/** The duration that represents a step: the geometric mean of its bounds, in milliseconds with three decimals. */
const durationOf = (step: number) => Math.round(least * growth ** (step - 0.5) * 1_000) / 1_000;

/**
 * The duration in milliseconds that this share (0 to 1) of the counted calls did not exceed; null when there are none.
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = Math.max(1, Math.ceil(total * share));
  const step = counts.findIndex((count) => (left -= count) <= 0);
  return durationOf(step);
}
