import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import * as fc from "fast-check";
import { compileSchema } from "@ferrule/worker/deployed/endpoints/schemas/compile-schema.ts";
import { anySchema } from "./any-schema.ts";

test("the interpreter fits the same values as the compiled validator, and says why where they do not fit", () => {
  fc.assert(
    fc.property(anySchema.compiled, anySchema.values, (given, values) => {
      const copy = structuredClone(given);
      const validate = compileSchema(given, "input");
      const findIssues = prepareFindIssues(copy, 1_000);
      for (const one of values) {
        const compiled = validate(one);
        const issues = findIssues(one, "input");
        assert.equal(compiled === null, issues.length === 0, JSON.stringify([copy, one, compiled, issues]));
      }
    }),
    { numRuns: 300 },
  );
});
