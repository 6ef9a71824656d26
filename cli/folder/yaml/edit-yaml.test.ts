import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tree, Value } from "../documents.ts";
import { editYaml } from "./edit-yaml.ts";
import { readYaml } from "./read-yaml.ts";
import { randomOf } from "../testing/random-of.ts";

const byHand = `# Tools of support.

kind:   mcp   # not http
name: 'Support'
tools:
    # The first one.
    look_up:   {function: look-up,   title: "A"}   # in one line

    other:
        function: other   # x
policies:
    development:
        caller: { mode: none }
        allowedOrigins:
          - https://a.example   # ours
          # theirs
          - https://b.example
`;
const valueOf = (text: string): Tree => {
  const { tree, problems } = readYaml("f.yaml", text);
  assert.deepEqual(problems, []);
  return structuredClone(tree!);
};
type Editable = Record<string, never> & { [name: string]: Editable };

test("only the lines of what changes are written anew", () => {
  const edits: [change: (value: Editable) => void, from: string, to: string][] = [
    [(value) => (value["name"] = "Support, too" as never), "'Support'", "'Support, too'"],
    [(value) => (value["name"] = "It's" as never), "'Support'", "It's"],
    [(value) => (value["tools"]!["look_up"]["title"] = "B" as never), `{function: look-up,   title: "A"}`, ""],
    [(value) => delete value["tools"]!["other"], "    other:\n        function: other   # x\n", ""],
    [(value) => delete value["kind"], "kind:   mcp   # not http\n", ""],
    [(value) => delete value["tools"]!["look_up"], "    # The first one.\n", ""],
    [
      (value) => (value["tools"]!["other"]["description"] = "Two\nlines" as never),
      "# x\n",
      "# x\n        description: |-\n          Two\n          lines\n",
    ],
    [
      (value) => (value["limits"] = { requestsPerMinute: 5 } as never),
      "b.example\n",
      "b.example\nlimits:\n  requestsPerMinute: 5\n",
    ],
    [
      (value) => (value["policies"]!["development"]["allowedOrigins"] = ["https://b.example"] as never),
      "          - https://a.example   # ours\n",
      "",
    ],
    [
      (value) =>
        (value["policies"]!["development"]["allowedOrigins"] = [
          "https://a.example",
          "https://c.example",
          "https://b.example",
        ] as never),
      "# ours\n",
      "# ours\n          - https://c.example\n",
    ],
  ];
  for (const [change, from, to] of edits) {
    const value = valueOf(byHand);
    change(value as unknown as Editable);
    const edited = editYaml(byHand, value);
    assert.deepEqual(valueOf(edited), value, edited);
    if (to !== "") assert.equal(edited, byHand.replace(from, to));
    else {
      assert.ok(!edited.includes(from), edited);
      const lines = new Set(edited.split("\n"));
      const gone = byHand.split("\n").filter((line) => !lines.has(line));
      assert.ok(gone.length <= 3, gone.join("\n"));
    }
  }
});

test("a file that says the value already stays, byte for byte", () => {
  for (const text of [byHand, "a: 1", "{a: 1}\n", "a: !!int 1\r\n", "# only\na:\n  1\n", "a: &x 1\nb: *x\n", ""])
    assert.equal(editYaml(text, valueOf(text)), text);
});

const words = [
  "a",
  "true",
  "null",
  "1e3",
  "#x",
  "a: b",
  "- a",
  "",
  " a ",
  "é\u{1F600}",
  "'",
  '"',
  "a\nb",
  "a\n\n b\n",
  "\t",
  "0x1f",
  "~",
  "*a",
  "&a",
  "%",
  "@a",
  "`",
  "{",
  "GET /a/{b}",
  "2026-01-01",
  "a\r\nb",
  "\u2028",
  "=",
  "<<",
  "---",
  "...",
  "? a",
  "! a",
  "|",
  ">",
];

function randomValue(random: (below: number) => number, depth: number): Value {
  const kind = random(depth > 2 ? 5 : 8);
  if (kind < 3) return words[random(words.length)]!;
  if (kind === 3) return random(2) === 0;
  if (kind === 4) return random(1_000) / 8;
  if (kind === 5) return Array.from({ length: random(4) }, () => randomValue(random, depth + 1));
  return randomTree(random, depth + 1);
}
const randomTree = (random: (below: number) => number, depth = 0): Tree =>
  Object.fromEntries(
    Array.from({ length: random(5) }, () => [words[random(words.length)]!, randomValue(random, depth)]),
  );

/** The value with some members changed, removed and added. */
function changed(value: Tree, random: (below: number) => number): Tree {
  const members = Object.entries(value).flatMap(([name, one]): [string, Value][] => {
    const kind = random(6);
    if (kind === 0) return [];
    if (kind === 1) return [[name, randomValue(random, 2)]];
    if (Array.isArray(one) && kind === 2) return [[name, [...(one as Value[]).slice(random(2)), "new"]]];
    return [
      [name, typeof one === "object" && one !== null && !Array.isArray(one) ? changed(one as Tree, random) : one],
    ];
  });
  return Object.fromEntries([...members, ...Object.entries(random(2) === 0 ? randomTree(random, 2) : {})]);
}

test("an edited file says exactly the value that was asked for", () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const random = randomOf(seed);
    const before = randomTree(random);
    const first = editYaml("", before);
    assert.deepEqual(valueOf(first), before, `seed ${seed}: ${first}`);
    const after = changed(before, random);
    const second = editYaml(`# Kept.\n\n${first}`, after);
    assert.deepEqual(valueOf(second), after, `seed ${seed}: ${first} ${second}`);
    assert.match(second, /^# Kept\.\n/, `seed ${seed}`);
  }
});
