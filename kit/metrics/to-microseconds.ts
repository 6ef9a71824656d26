/** A duration in milliseconds, rounded to the microsecond: finer digits are floating-point noise. */
export const toMicroseconds = (ms: number): number => Math.round(ms * 1_000) / 1_000;
