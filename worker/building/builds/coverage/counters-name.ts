/** The global that holds the counters of a file: `{ s, b, f }`. */
export const countersName = (file: number): string => `__ferrule_c${file}`;
