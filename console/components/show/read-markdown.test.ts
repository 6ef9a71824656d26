import assert from "node:assert/strict";
import { test } from "node:test";
import { readMarkdown } from "./read-markdown.ts";

test("reads what people write", () => {
  const tokens = readMarkdown("# Handbook\n\n- one\n  - two\n\n> said *so*\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
  assert.deepEqual(
    tokens?.filter(({ type }) => type !== "space").map(({ type }) => type),
    ["heading", "list", "blockquote", "table"],
  );
});

const hostile = {
  "deep quotes": "> ".repeat(50_000),
  "deep quotes without spaces": `${">".repeat(20_000)} a`,
  "quotes just too deep": `${"> ".repeat(40)}a`,
  "deep emphasis": "*a **b ".repeat(5_000),
  "deep links": `${"[".repeat(20_000)}a${"](b)".repeat(20_000)}`,
  "many words": "*a* ".repeat(40_000),
  "too long": "a".repeat(1_048_576),
};

for (const [what, text] of Object.entries(hostile)) {
  test(`${what} neither fail nor hang`, () => {
    const began = performance.now();
    readMarkdown(text);
    assert.ok(performance.now() - began < 3_000);
  });
}

test("a text that is too deep or too long is shown as text", () => {
  for (const what of ["deep quotes", "quotes just too deep", "too long"] as const)
    assert.equal(readMarkdown(hostile[what]), null, what);
});
