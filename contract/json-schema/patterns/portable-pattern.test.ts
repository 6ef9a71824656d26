import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkSchema } from "../checking/check-schema.ts";
import { linearPattern } from "./linear-pattern.ts";
import { beginWork } from "../work-meter.ts";

const problem = (pattern: string) =>
  checkSchema({ properties: { a: { type: "string", pattern } } }, null)
    .map(({ path, message }) => `${path} ${message}`)
    .join();

const instead: [pattern: string, write: string][] = [
  [String.raw`^[\w-\.]+@([\w-]+\.)+[\w-]{2,4}$`, String.raw`^[\w\-\.]+@([\w-]+\.)+[\w-]{2,4}$`],
  [String.raw`^[^\@]+\@x$`, "^[^@]+@x$"],
  [String.raw`^[a-z\_]+$`, "^[a-z_]+$"],
  ["^{[a-z]+}$", String.raw`^\{[a-z]+\}$`],
  ["a{,5}", String.raw`a\{,5\}`],
  [String.raw`\Aabc\z`, "^abc$"],
  [String.raw`[\d-x]\-]`, String.raw`[\d\-x]-\]`],
  [String.raw`\'é\é`, "'éé"],
  ["(?P<n>a)", "(?<n>a)"],
  [String.raw`\p{Han}\pL`, String.raw`\p{Script=Han}\p{L}`],
];

describe("a pattern that clients cannot compile is refused, with what to write instead:", () => {
  for (const [pattern, write] of instead) {
    test(pattern, () => {
      assert.throws(() => new RegExp(pattern, "u"));
      assert.match(
        problem(pattern),
        /^\/properties\/a\/pattern is not a regular expression of ECMAScript with the flag u \(/,
      );
      assert.ok(problem(pattern).endsWith(`: write ${write}`), problem(pattern));
      assert.equal(problem(write), "");
    });
  }
  const refused: [pattern: string, told: RegExp][] = [
    ["x{2}{3}", /\(Nothing to repeat\): put a backslash before/],
    ["[z-a]", /\(Range out of order in character class\)/],
    ["(?i:abc)", /write both cases, such as \[Aa\]/],
    ["(?<a>x)|(?<a>y)", /two groups with the same name/],
    [String.raw`\p{Letter}`, /write a general category by its short name/],
  ];
  for (const [pattern, told] of refused) test(pattern, () => assert.match(problem(pattern), told));
  test("as the name of properties too", () => {
    const [told] = checkSchema({ patternProperties: { [String.raw`^\_`]: {} } }, null);
    assert.match(told?.message ?? "", /: write \^_$/);
  });
});

test("a pattern that is refused matches all the same", () => {
  assert.equal(linearPattern(String.raw`^[\w\_]+\@x$`).test("a_b@x"), true);
  assert.equal(linearPattern("(?i:ab)").test("AB"), true);
});

/** Numbers below `most`, always the same ones (xorshift). */
function numbers(): (most: number) => number {
  let state = 88_172_645_463_325_252n;
  const cut = (value: bigint) => BigInt.asUintN(64, value);
  return (most) => {
    state ^= cut(state << 13n);
    state ^= state >> 7n;
    state ^= cut(state << 17n);
    return Number(state % BigInt(most));
  };
}

const outside = String.raw`a b . \s \S \d \w \W \b \B ^ $ [^] [] \u{1F600} \ud83d\ude00 😀 \x41 \u0041 \cJ \0 \/ \. \v \p{L} \P{Lu} \p{Script=Greek} (?: ( ) | * + ? {1,2} {2} (?<n> - , é *?`;
const inside = String.raw`a b z - \- \s \S \d \W \b ^ [ & && ~ \] \u{1F600} 😀 \x41 : . $ \p{L} \cJ é \\ + | (`;
const texts =
  "|a|b|ab|A|\n|\u2028|\u00a0|😀a|\ud83d|é|α|-|a-b|[|&|a b|\0|\b|\v|\ufeff|]|^|a\n|AA|\\|/|.|a.b|\u200b|~|:|1|_|\u180e|(".split(
    "|",
  );

test("a pattern means what ECMAScript means by it", () => {
  const below = numbers();
  const one = (pieces: string[]) => pieces[below(pieces.length)] ?? "";
  const some = (pieces: string[], most: number) => Array.from({ length: below(most) }, () => one(pieces)).join("");
  const outer = [...outside.split(" "), "\n"];
  const inner = [...inside.split(" "), "\n", " "];
  let compared = 0;
  while (compared < 5_000) {
    const parts = Array.from({ length: 1 + below(4) }, () =>
      below(3) === 0 ? `[${one(["", "^"])}${some(inner, 4)}]` : one(outer),
    );
    const pattern = parts.join("");
    let expected: RegExp;
    try {
      expected = new RegExp(pattern, "u");
    } catch {
      continue;
    }
    const got = linearPattern(pattern);
    beginWork(1_000);
    for (const text of texts) assert.equal(got.test(text), expected.test(text), JSON.stringify([pattern, text]));
    compared += 1;
  }
});
