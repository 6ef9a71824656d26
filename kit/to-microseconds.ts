/** A duration in milliseconds, rounded to the microsecond: what is beyond it is noise of floating point. */
export const toMicroseconds = (ms: number): number => Math.round(ms * 1_000) / 1_000;
