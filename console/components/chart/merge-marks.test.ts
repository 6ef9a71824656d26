import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeMarks } from "./merge-marks.ts";

const places = {
  right: 500,
  gap: 4,
  widthOf: (text: string) => text.length * 6,
  merged: (many: number) => `${many} deployments`,
};
const labels = (xs: readonly number[]) =>
  mergeMarks(
    xs.map((x, index) => ({ x, label: `#${index}` })),
    places,
  ).map(({ label }) => label);

test("leaves alone what has room", () => {
  assert.deepEqual(labels([]), []);
  assert.deepEqual(labels([10, 100, 300]), ["#0", "#1", "#2"]);
});

test("says how many they are where labels would cover one another", () => {
  assert.deepEqual(labels([10, 12, 14, 300]), ["3 deployments", "#3"]);
  assert.deepEqual(labels([10, 12, 60, 300]), ["3 deployments", "#3"], "the longer label covers the next one, too");
});

test("no two labels touch, none leaves the plot at the right, and no line is lost", () => {
  for (let seed = 1; seed < 200; seed += 1) {
    const xs = Array.from({ length: 50 }, (_, index) => ((seed * 7_919 * (index + 1)) % 50_021) / 100);
    const placed = mergeMarks(
      xs.map((x) => ({ x, label: "#1" })),
      places,
    );
    assert.equal(placed.flatMap(({ lines }) => lines).length, 50);
    for (const [index, { from, to }] of placed.entries()) {
      assert.ok(to <= places.right && from <= to);
      assert.ok(index === 0 || from >= placed[index - 1]!.to + places.gap);
    }
  }
});
