import assert from "node:assert/strict";
import { test } from "node:test";
import { lineDiff } from "./line-diff.ts";

const told = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-" }[kind]}${text}`);

test("only the lines that differ are removed and added", () => {
  assert.deepEqual(told("a\nb\nc\nd", "a\nx\nc\ny\nd"), [" a", "-b", "+x", " c", "+y", " d"]);
  assert.deepEqual(told("a", "a"), [" a"]);
  assert.deepEqual(told("a\na\na", "a\na"), [" a", " a", "-a"]);
});

test("each side of a difference gives back its text, with its own line numbers", () => {
  const before = "one\ntwo\nthree\nfour\nfive\nsix";
  const after = "zero\none\nthree\n3.5\nfour\nsix\nseven";
  const lines = lineDiff(before, after);
  const side = (without: string) => lines.filter(({ kind }) => kind !== without);
  assert.equal(
    side("added")
      .map(({ text }) => text)
      .join("\n"),
    before,
  );
  assert.equal(
    side("removed")
      .map(({ text }) => text)
      .join("\n"),
    after,
  );
  assert.deepEqual(
    side("added").map((line) => line.before),
    [1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(
    side("removed").map((line) => line.after),
    [1, 2, 3, 4, 5, 6, 7],
  );
});

test("is done soon for large texts, however much of them differs", () => {
  const numbered = (word: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${word} ${at}`).join("\n");
  const startedAt = process.cpuUsage();
  const replaced = lineDiff(numbered("one", 20_000), numbered("other", 20_000));
  assert.equal(replaced.length, 40_000);
  const changed = numbered("line", 20_000).replaceAll(/^(line \d*77)$/gm, "$1 changed");
  assert.equal(lineDiff(numbered("line", 20_000), changed).length, 20_200);
  const { user, system } = process.cpuUsage(startedAt);
  assert.ok(user + system < 4_000_000, `${user + system} µs`);
});
