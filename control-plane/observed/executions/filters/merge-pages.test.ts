import assert from "node:assert/strict";
import { test } from "node:test";
import { newestFirst } from "./key-order.ts";
import { mergePages, type MergedPage, type Stretch } from "./merge-pages.ts";
import type { ExecutionKey } from "./execution-filters.ts";

const call = (n: number) => ({ id: `exe_${n % 2}${n}`, startedAt: new Date(Math.floor(n / 3)).toISOString() });
const keyOf = ({ id, startedAt }: ReturnType<typeof call>): ExecutionKey => ({ id, startedAt: new Date(startedAt) });
type Call = ReturnType<typeof call>;

/** What a store of these calls answers. */
function ask(calls: readonly Call[], after: ExecutionKey | null, most: number): Stretch<Call> {
  const behind = calls.filter((one) => after === null || newestFirst(keyOf(one), after) > 0);
  const items = behind.toSorted((a, b) => newestFirst(keyOf(a), keyOf(b))).slice(0, most);
  const last = items.at(-1);
  return { items, upTo: behind.length > most && last !== undefined ? keyOf(last) : null };
}

test("a list of two stores has each call once and in order, whatever each store answers at once", () => {
  const all = Array.from({ length: 60 }, (_, n) => call(n)).sort((a, b) => newestFirst(keyOf(a), keyOf(b)));
  for (const [here, there] of [
    [1, 1],
    [3, 7],
    [9, 2],
  ] as const) {
    for (const limit of [1, 4, 100]) {
      // Every fifth is in both, as while it moves.
      const one = all.filter((_, n) => n % 3 === 0 || n % 5 === 0);
      const other = all.filter((_, n) => n % 3 !== 0);
      const listed: string[] = [];
      let after: ExecutionKey | null = null;
      do {
        const page: MergedPage<Call> = mergePages(ask(one, after, here), ask(other, after, there), limit);
        const { items, next } = page;
        assert.ok(items.length <= limit);
        listed.push(...items.map(({ id }) => id));
        after = next;
      } while (after !== null);
      assert.deepEqual(
        listed,
        all.map(({ id }) => id),
      );
    }
  }
});

test("of a call that both have, the first one's is shown", () => {
  const one = { ...call(1), of: "here" };
  const { items } = mergePages({ items: [one], upTo: null }, { items: [{ ...one, of: "there" }], upTo: null }, 5);
  assert.deepEqual(items, [one]);
});
