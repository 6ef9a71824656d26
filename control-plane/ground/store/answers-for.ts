/**
 * Asks the database for a metric at most once in `standsForMs`, however often dashboards scrape it. The value is null
 * while the database cannot provide it.
 */
export function answersFor<T>(standsForMs: number, ask: () => Promise<T>): () => Promise<T | null> {
  let asked = Number.NEGATIVE_INFINITY;
  let last: Promise<T | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - asked < standsForMs) return last;
    asked = performance.now();
    last = ask().catch(() => null);
    return last;
  };
}
