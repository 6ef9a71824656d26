import assert from "node:assert/strict";
import test from "node:test";
import { coverQuotes } from "./cover-quotes.ts";

function messageOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  return assert.fail("it is JSON");
}

const secret = "hunter2-horse-battery-staple-correct-and-more-of-it";

test("what the engine quotes of a text that is no JSON is covered, wherever it breaks off", () => {
  for (const text of [secret, `{"a": ${secret}}`, `123456${secret}`, `${"[1,".repeat(30)}${secret}`, `"a" ${secret}`]) {
    const message = messageOf(text);
    for (const given of [message, JSON.stringify({ message }), `SyntaxError: ${message}\n    at f.ts:1:1`]) {
      const covered = coverQuotes(given);
      assert.doesNotMatch(covered, /hunter|unter2/, given);
    }
  }
});

test("a short text that is quoted whole stays, for its value is known where it is secret", () => {
  const message = messageOf("<html>");
  assert.equal(coverQuotes(message), message);
  assert.equal(coverQuotes("nothing"), "nothing");
});
