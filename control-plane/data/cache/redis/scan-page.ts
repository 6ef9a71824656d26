/** Where a page begins: a SCAN cursor, and the last key of SCAN's reply that an earlier page showed. */
export interface ScanPosition {
  cursor: string;
  after: string;
}

interface ScanPageOptions {
  /** Calls SCAN with this COUNT. */
  scan: (cursor: string, count: number) => Promise<{ cursor: string; keys: string[] }>;
  from: ScanPosition;
  limit: number;
  /** How long a page may look for keys. */
  budgetMs?: number;
}

const end = "0";
const mostCount = 4_096;

/**
 * Collects at most `limit` keys by SCAN, in no order, for a bounded time. A key that exists all the time is on one of
 * the pages. SCAN may return more keys than fit on a page; then the next page repeats the same SCAN for the rest.
 */
export async function scanPage({
  scan,
  from,
  limit,
  budgetMs = 250,
}: ScanPageOptions): Promise<{ keys: string[]; next: ScanPosition | null }> {
  const until = performance.now() + budgetMs;
  const keys = new Set<string>();
  let { cursor, after } = from;
  let count = after === "" ? Math.max(10, limit) : 1;
  for (;;) {
    const found = await scan(cursor, count);
    const fresh = found.keys.filter((key) => key > after && !keys.has(key)).sort();
    if (keys.size + fresh.length > limit) {
      if (keys.size > 0) break;
      if (count === 1) {
        // SCAN returned more keys than the page takes, so pages show them in sorted order.
        const shown = fresh.slice(0, limit);
        return { keys: shown, next: { cursor, after: shown.at(-1) ?? after } };
      }
      count = Math.max(1, Math.floor(count / 4));
      continue;
    }
    for (const key of fresh) keys.add(key);
    ({ cursor } = found);
    after = "";
    if (cursor === end) return { keys: [...keys], next: null };
    if (keys.size === limit || performance.now() > until) break;
    if (fresh.length * 4 < limit) count = Math.min(count * 2, mostCount);
  }
  return { keys: [...keys], next: { cursor, after } };
}
