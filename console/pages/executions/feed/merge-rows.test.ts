import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mergeRows } from "./merge-rows.ts";

const row = (id: string, second: number) => ({ id, startedAt: new Date(second * 1_000).toISOString() });
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join("");

describe("putting new calls into the list", () => {
  test("newest first, also one that took long and began before others", () => {
    assert.equal(ids(mergeRows([row("d", 40), row("b", 20), row("a", 10)], [row("c", 30), row("e", 50)])), "edcba");
  });

  test("each once", () => {
    assert.equal(ids(mergeRows([row("b", 20), row("a", 10)], [row("b", 20), row("c", 30)])), "cba");
  });

  test("nothing new is the same list", () => {
    const rows = [row("a", 1)];
    assert.equal(mergeRows(rows, []), rows);
  });
});
