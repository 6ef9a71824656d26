import assert from "node:assert/strict";
import { test } from "node:test";
import { knownContract } from "./known-contract.ts";

const contract = (description: string) => ({ inputSchema: null, outputSchema: null, description });
const answered = (valid: boolean, description: string) => ({
  answer: { valid, diagnostics: [], derived: contract(description) },
});
const base = { revision: 3, derived: contract("saved") };

const cases = [
  ["what the text says when it is valid", base, answered(true, "new"), null, "new", null],
  [
    "what could be read of a text with errors",
    base,
    answered(false, "new"),
    contract("old"),
    "new",
    /may be incomplete/,
  ],
  ["the last that could be read", base, answered(false, ""), contract("old"), "old", /last successful check/],
  ["that of the revision", base, answered(false, ""), null, "saved", /from revision 3/],
  ["that of the revision before the first check", base, { answer: null }, null, "saved", null],
  ["that nothing is known", { ...base, derived: null }, answered(false, ""), null, undefined, /not known/],
] as const;

for (const [what, saved, validation, last, description, note] of cases) {
  test(`shows ${what}`, () => {
    const known = knownContract(saved, validation, last);
    assert.equal(known.derived?.description, description);
    if (note === null) assert.equal(known.note, null);
    else assert.match(known.note ?? "", note);
  });
}
