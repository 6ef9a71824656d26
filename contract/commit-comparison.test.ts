import assert from "node:assert/strict";
import { test } from "node:test";
import { commitComparison } from "./commit-comparison.ts";
import type { Commit } from "./resources/commit.ts";

const [a, b] = ["a".repeat(40), "b".repeat(40)];
const at = (sha: string, url: string | null): Commit => ({ sha, branch: null, author: null, url });

test("compares two commits at the page of their forge", () => {
  for (const [forge, infix] of [
    ["https://github.com/team/shop", ""],
    ["https://forgejo.example/team/shop", ""],
    ["https://gitlab.example/group/sub/shop", "/-"],
  ] as const) {
    const [from, to] = [at(a, `${forge}${infix}/commit/${a}`), at(b, `${forge}${infix}/commit/${b}`)];
    assert.equal(commitComparison(from, to), `${forge}${infix}/compare/${a}...${b}`);
  }
});

test("knows no comparison without pages, across repositories, or of a commit with itself", () => {
  const here = at(a, `https://github.com/team/shop/commit/${a}`);
  for (const other of [
    null,
    at(b, null),
    at(b, `https://github.com/team/other/commit/${b}`),
    at(b, "https://x.example/"),
    here,
  ])
    assert.equal(commitComparison(here, other), null);
});
