/** How often each statement, branch and function of a covered file was reached. */
export interface FileCounters {
  s: number[];
  b: number[];
  f: number[];
}

/** The counters that the builder has made for covered files, by their numbers. */
export const readCounters = (): FileCounters[] =>
  ((globalThis as { __ferrule_covered?: FileCounters[] }).__ferrule_covered ?? []).map(({ s, b, f }) => ({ s, b, f }));
