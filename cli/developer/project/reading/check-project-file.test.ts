import assert from "node:assert/strict";
import { test } from "node:test";
import { checkProjectFile } from "./check-project-file.ts";

const usual = "format: 1\ninstallation: https://ferrule.example.com\nproject: shop\n";

test("ferrule.yaml is refused with the line of what is wrong, and a newer format as a whole", () => {
  checkProjectFile(usual);
  const cases: [text: string, problem: { line: number; message: RegExp }][] = [
    [`${usual}projcet: x\n`, { line: 4, message: /^projcet is not a known field; did you mean project\?$/ }],
    [usual.replace("shop", "My Shop"), { line: 3, message: /^project must start with a letter/ }],
    ["installation: x\nproject: shop\n", { line: 1, message: /^format / }],
    ["format: 1: 2\n", { line: 1, message: /^is not YAML/ }],
  ];
  for (const [text, { line, message }] of cases)
    assert.throws(
      () => checkProjectFile(text),
      ({ problems }: { problems: { line: number; message: string }[] }) => {
        assert.equal(problems[0]?.line, line);
        assert.match(problems[0].message, message);
        return true;
      },
      text,
    );
  assert.throws(() => checkProjectFile(`${usual.replace("1", "2")}more: x\n`), { message: /newer version/ });
});
