import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetKept, type Shelf } from "../../../../api/kept-here.ts";
import { keptDrafts } from "./kept-drafts.ts";

/** A `localStorage` with room for a given number of characters. */
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

const of = (shelf: Shelf, user = "usr_1") => keptDrafts(shelf, () => user);
const draft = (at: number, over: object = {}) => ({ source: "a", fields: {}, revision: 1, at, ...over });

test("keeps the text, the tests and every setting with their revision until they are dropped", () => {
  const drafts = of(shelfOf());
  const fields = {
    name: "B",
    description: "what it does",
    tests: 'import { test } from "ferrule/test";',
    inputSchema: { type: "object" },
    outputSchema: null,
    permissions: {
      secrets: ["A"],
      hosts: [],
      collections: [{ name: "people", access: "read" as const }],
      cache: true,
    },
    timeoutMs: 5,
    memoryMb: 64,
  };
  assert.ok(drafts.keep("fn_1", draft(5, { source: null, fields, revision: 3 })));
  assert.deepEqual(drafts.get("fn_1"), { source: null, fields, revision: 3, at: 5 });
  assert.equal(drafts.get("fn_2"), null);
  drafts.drop("fn_1");
  assert.equal(drafts.get("fn_1"), null);
});

test("shows nobody what somebody else has not saved, and nothing to nobody", () => {
  const shelf = shelfOf();
  of(shelf).keep("fn_1", draft(1));
  assert.equal(of(shelf, "usr_2").get("fn_1"), null);
  of(shelf, "usr_2").drop("fn_1");
  const signedOut = keptDrafts(shelf, () => null);
  assert.deepEqual([signedOut.get("fn_1"), signedOut.keep("fn_1", draft(2))], [null, false]);
  assert.equal(of(shelf).get("fn_1")?.at, 1);
});

test("forgets at sign-out what is of that user", () => {
  const shelf = shelfOf();
  of(shelf).keep("fn_1", draft(1));
  of(shelf, "usr_2").keep("fn_1", draft(1));
  shelf.setItem("ferrule.theme", "dark");
  forgetKept("usr_1", shelf);
  assert.deepEqual([of(shelf).get("fn_1"), of(shelf, "usr_2").get("fn_1")?.at], [null, 1]);
  assert.equal(shelf.getItem("ferrule.theme"), "dark");
});

test("takes the oldest away when there is no room, and says so when there is none at all", () => {
  const drafts = of(shelfOf(360));
  drafts.keep("fn_old", draft(1, { source: "x".repeat(100) }));
  drafts.keep("fn_new", draft(2, { source: "y".repeat(100) }));
  assert.ok(drafts.keep("fn_now", draft(3, { source: "z".repeat(100) })));
  assert.deepEqual([drafts.get("fn_old"), drafts.get("fn_new")?.revision], [null, 1]);
  assert.equal(drafts.keep("fn_huge", draft(4, { source: "h".repeat(1_000) })), false);
});

test("keeps 40, and passes over what it cannot read", () => {
  const shelf = shelfOf();
  shelf.setItem("ferrule.kept.usr_1.draft.fn_broken", "{");
  shelf.setItem(
    "ferrule.kept.usr_1.draft.fn_odd",
    JSON.stringify(draft(0, { fields: { permissions: { hosts: "all" }, timeoutMs: "9", name: "B", __proto__: 1 } })),
  );
  const drafts = of(shelf);
  assert.equal(drafts.get("fn_broken"), null);
  assert.deepEqual(drafts.get("fn_odd")?.fields, { name: "B" });
  for (let n = 0; n < 45; n += 1) drafts.keep(`fn_${n}`, draft(n + 1));
  assert.equal(shelf.length, 40);
  assert.equal(drafts.get("fn_44")?.at, 45);
});
