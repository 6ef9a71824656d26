import assert from "node:assert/strict";
import { test } from "node:test";
import { differingInputs } from "./differing-inputs.ts";

const paths = (failed: unknown[], succeeded: unknown[]) => differingInputs(failed, succeeded).map(({ path }) => path);

test("names the members whose values fail, and not those that are the same or all different", () => {
  const fails = (n: number) => ({ id: `a${n}`, currency: "CHF", country: n % 2 ? "DE" : "FR" });
  const works = (n: number) => ({ id: `b${n}`, currency: "EUR", country: n % 2 ? "DE" : "FR" });
  const many = Array.from({ length: 10 }, (_, n) => n);
  assert.deepEqual(paths(many.map(fails), many.map(works)), ["/currency"]);
});

test("names a member that is missing, an empty text and a list by its length", () => {
  const [shown] = differingInputs(
    [{ a: 1 }, { a: 1 }],
    [
      { a: 1, "x/y": "" },
      { a: 1, "x/y": "" },
    ],
  );
  assert.deepEqual(shown, {
    path: "/x~1y",
    failed: [{ value: "(missing)", count: 2 }],
    succeeded: [{ value: '""', count: 2 }],
  });
  assert.deepEqual(differingInputs([{ l: [1, 2, 3, 4] }], [{ l: [] }])[0]?.failed, [
    { value: "a list of 4", count: 1 },
  ]);
});

test("stays small and quick whatever callers send", () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`m${n}`, "x".repeat(1_000)]));
  const deep = Array.from({ length: 500 }).reduce<unknown>((held) => ({ held }), "end");
  const shown = differingInputs([wide, deep, null, "text", 7], [deep, null, {}, { m0: 1 }]);
  assert.ok(shown.length <= 20 && JSON.stringify(shown).length < 20_000);
  assert.deepEqual(differingInputs([], [wide]), []);
});
