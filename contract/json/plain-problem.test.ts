import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { plainProblem } from "./plain-problem.ts";

const problemsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainProblem }).error?.issues.map(({ message }) => message);

test("says every refusal in plain words, never in the validator's own", () => {
  const schema = z.strictObject({ name: z.string().min(3), port: z.number().optional() });
  assert.deepEqual(problemsOf(schema, {}), ["is required"]);
  assert.deepEqual(problemsOf(schema, { name: "a" }), ["must have at least 3 characters"]);
  assert.deepEqual(problemsOf(schema, { name: "abc", other: 1 }), ["has an unknown field: other"]);
  assert.deepEqual(problemsOf(schema, { name: "abc", a: 1, b: 2 }), ["has unknown fields: a, b"]);
  assert.deepEqual(
    problemsOf(
      z.string().refine(() => false),
      "x",
    ),
    ["is not valid"],
  );
  assert.deepEqual(
    problemsOf(
      z.string().refine(() => false, "is taken"),
      "x",
    ),
    ["is taken"],
  );
});
