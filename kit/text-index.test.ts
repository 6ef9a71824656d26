import assert from "node:assert/strict";
import { test } from "node:test";
import { readTextIndex, writeTextIndex } from "./text-index.ts";

const passage = (heading: string, text: string) => ({ address: `/${heading}`, page: "Page", heading, text });
const long = `${"before ".repeat(40)}needle ${"after ".repeat(60)}`;
const index = readTextIndex(
  writeTextIndex([
    passage("Secrets", "A secret has a name."),
    passage("Other", "It has secrets, too."),
    passage("Long", long),
  ]),
);
const addresses = (words: string, most = 10) => index.find(words, most).map(({ address }) => address);

test("all the words must be there, and a heading counts more than a text", () => {
  assert.deepEqual(addresses("secrets"), ["/Secrets", "/Other"]);
  assert.deepEqual(addresses("secret name"), ["/Secrets"]);
  assert.deepEqual(addresses("secrets", 1), ["/Secrets"]);
  assert.deepEqual(addresses("nothing"), []);
  assert.deepEqual(addresses("how does a secret begin"), []);
  const [first] = index.find("how does a secret begin", 10, { any: true });
  assert.equal(first?.address, "/Secrets");
});

test("a word may be unfinished, or have a wrong letter", () => {
  assert.deepEqual(addresses("need"), ["/Long"]);
  assert.deepEqual(addresses("neadle"), ["/Long"]);
});

test("shows the words around the first match", () => {
  const text = index.find("needle", 1)[0]?.text ?? "";
  assert.match(text, /^… before .*needle.* …$/);
  assert.ok(text.length <= 220, String(text.length));
});

test("of a longer question, only the beginning counts", () => {
  assert.deepEqual(addresses(`needle before ${"x".repeat(10_000)}`), []);
  assert.deepEqual(addresses(`needle${" before".repeat(9)} absent`), ["/Long"]);
});
