import assert from "node:assert/strict";
import { test } from "node:test";
import { markedLine, mergeLines, withMarkers } from "./merge-lines.ts";

test("changes of different lines go together, and the same change is one", () => {
  const base = "a\nb\nc\nd\ne\n";
  const merged = mergeLines(base, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\nf\n");
  assert.deepEqual(merged, { ours: "A\nb\nc\nd\nE\nf\n", theirs: "A\nb\nc\nd\nE\nf\n" });
  assert.equal(withMarkers(mergeLines(base, "a\nb\nX\nd\ne\n", "a\nb\nX\nd\ne\n")), "a\nb\nX\nd\ne\n");
});

test("a conflict shows the lines of both sides, also at an end without a line break", () => {
  const text = withMarkers(mergeLines("a\nb", "a\nours", "a\ntheirs\n"));
  assert.equal(text, "a\n<<<<<<< here\nours\n=======\ntheirs\n>>>>>>> server\n");
  assert.equal(markedLine(text), 2);
  assert.equal(markedLine(text.replaceAll("\n", "\r\n")), 2);
  for (const none of ["<<<<<<< here\n", "a\n=======\n", "<<<<<<< a\n>>>>>>> b\n", " <<<<<<< a\n=======\n>>>>>>> b\n"])
    assert.equal(markedLine(none), null, none);
});

test("texts of the same line again and again are compared in time", () => {
  const base = "}\n".repeat(100_000);
  const before = process.cpuUsage();
  const text = withMarkers(mergeLines(base, `a\n${base}b\n`, `c\n${base}d\n`));
  assert.equal(markedLine(text), 1);
  assert.equal(markedLine("<<<<<<< a\n".repeat(50_000)), null);
  assert.ok(process.cpuUsage(before).user < 3_000_000);
});
