import assert from "node:assert/strict";
import { test } from "node:test";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { RenewedMap } from "./renewed-map.ts";
import { RenewedSet } from "./renewed-set.ts";

/**
 * How many bytes 10,000 entries leave behind when all but twenty are gone, after the table of entries has moved to the
 * old generation.
 */
function leftBehind(entries: Pick<Map<number, object>, "delete"> & { set: (key: number, value: object) => unknown }) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
  const pass = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      entries.set(n, { bytes: Array.from({ length: 25 }, () => n) });
      entries.delete(n - 20);
    }
  };
  pass(0, 1_000);
  collect();
  const before = getHeapStatistics().used_heap_size;
  pass(1_000, 11_000);
  collect({ type: "minor" });
  collect({ type: "minor" });
  return getHeapStatistics().used_heap_size - before;
}

test("entries that have gone are not kept by a table that has grown old, as those of a Map are", () => {
  const [ofMap, ofRenewed] = [leftBehind(new Map()), leftBehind(new RenewedMap())];
  assert.ok(ofRenewed < 300_000, `${ofRenewed} bytes are left`);
  assert.ok(ofMap > 2 * Math.max(ofRenewed, 200_000), `only ${ofMap} bytes are left by a Map: it needs no renewal`);
});

test("a renewed map has what was added and not deleted, in order, whenever it is renewed", () => {
  const [renewed, plain] = [new RenewedMap<number, string>(), new Map<number, string>()];
  for (let n = 0; n < 1_000; n += 1) {
    for (const map of [renewed, plain]) {
      map.set(n, `${n}`);
      if (n % 3 > 0) map.delete(n - 7);
    }
    assert.equal(renewed.size, plain.size);
  }
  assert.deepEqual([...renewed], [...plain]);
  assert.deepEqual([...renewed.values()], [...plain.values()]);
  assert.equal(renewed.get(999), "999");
  assert.equal(renewed.has(993), plain.has(993));
  assert.equal(renewed.delete(-1), false);
  renewed.clear();
  assert.equal(renewed.size, 0);
  assert.equal(renewed.get(999), undefined);
});

test("a renewed set has each member once", () => {
  const set = new RenewedSet<number>();
  for (let n = 0; n < 500; n += 1) set.add(n % 100);
  assert.deepEqual(
    [...set],
    Array.from({ length: 100 }, (_, n) => n),
  );
  assert.equal(set.delete(5), true);
  assert.equal(set.delete(5), false);
  assert.equal(set.size, 99);
  set.clear();
  assert.equal(set.size, 0);
});
