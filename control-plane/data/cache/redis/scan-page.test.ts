import assert from "node:assert/strict";
import test from "node:test";
import { scanPage, type ScanPosition } from "./scan-page.ts";

/** A hash table that SCAN walks. It returns whole buckets, so it may return more keys than requested. */
const scanOf = (buckets: readonly (readonly string[])[]) => async (cursor: string, count: number) => {
  const from = Number(cursor);
  let to = from;
  const keys: string[] = [];
  while (to < buckets.length && keys.length < count && to < from + count * 10) keys.push(...(buckets[to++] ?? []));
  return { cursor: to >= buckets.length ? "0" : String(to), keys };
};

async function everyPage(buckets: readonly (readonly string[])[], limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let from: ScanPosition | null = { cursor: "0", after: "" };
  while (from !== null) {
    const page = await scanPage({ scan: scanOf(buckets), from, limit });
    assert.ok(page.keys.length <= limit);
    pages.push(page.keys);
    from = page.next;
    assert.ok(pages.length < 5_000);
  }
  return pages;
}

test("every key is on exactly one page, of any size, however full the buckets are", async () => {
  const sparse = Array.from({ length: 3_000 }, (_, at) => (at % 500 === 7 ? [`sparse-${at}`] : []));
  const dense = Array.from({ length: 40 }, (_, at) => Array.from({ length: at % 7 }, (_, n) => `dense-${at}-${n}`));
  const one = [Array.from({ length: 50 }, (_, at) => `one-${at}`)];
  for (const buckets of [sparse, dense, one, [], [[]]]) {
    for (const limit of [1, 2, 10, 50, 200]) {
      assert.deepEqual((await everyPage(buckets, limit)).flat().sort(), buckets.flat().sort());
    }
  }
});

test("a page that finds nothing for too long ends, and the next goes on from there", async () => {
  const buckets = [...Array.from({ length: 100_000 }, (): string[] => []), ["last"]];
  const first = await scanPage({ scan: scanOf(buckets), from: { cursor: "0", after: "" }, limit: 10, budgetMs: 0 });
  assert.deepEqual(first.keys, []);
  assert.ok(first.next !== null && first.next.cursor !== "0");
  const rest = await scanPage({ scan: scanOf(buckets), from: first.next, limit: 10 });
  assert.deepEqual(rest, { keys: ["last"], next: null });
});
