import assert from "node:assert/strict";
import { test } from "node:test";
import { keptDrafts, type Shelf } from "./kept-drafts.ts";

/** A `localStorage` that holds as many characters as it is told. */
function shelfOf(characters = 1_000_000): Shelf {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    removeItem: (key) => void held.delete(key),
    setItem(key, value) {
      const others = [...held].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
      if (others + value.length > characters) throw new Error("QuotaExceededError");
      held.set(key, value);
    },
  };
}

test("keeps a text with its revision until it is dropped", () => {
  const drafts = keptDrafts(shelfOf());
  assert.ok(drafts.keep("fn_1", { source: "a", revision: 3, at: 5 }));
  assert.deepEqual(drafts.get("fn_1"), { source: "a", revision: 3, at: 5 });
  assert.equal(drafts.get("fn_2"), null);
  drafts.drop("fn_1");
  assert.equal(drafts.get("fn_1"), null);
});

test("takes the oldest away when there is no room, and says so when there is none at all", () => {
  const drafts = keptDrafts(shelfOf(300));
  drafts.keep("fn_old", { source: "x".repeat(100), revision: 1, at: 1 });
  drafts.keep("fn_new", { source: "y".repeat(100), revision: 1, at: 2 });
  assert.ok(drafts.keep("fn_now", { source: "z".repeat(100), revision: 1, at: 3 }));
  assert.deepEqual([drafts.get("fn_old"), drafts.get("fn_new")?.revision], [null, 1]);
  assert.equal(drafts.keep("fn_huge", { source: "h".repeat(1_000), revision: 1, at: 4 }), false);
});

test("keeps 40, and passes over what is none of its own", () => {
  const shelf = shelfOf();
  shelf.setItem("ferrule.draft.fn_broken", "{");
  const drafts = keptDrafts(shelf);
  assert.equal(drafts.get("fn_broken"), null);
  for (let n = 0; n < 45; n += 1) drafts.keep(`fn_${n}`, { source: "a", revision: 1, at: n + 1 });
  assert.equal(shelf.length, 40);
  assert.equal(drafts.get("fn_44")?.at, 45);
});
