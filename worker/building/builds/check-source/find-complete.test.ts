import assert from "node:assert/strict";
import { test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

const handler = "export default (input: { city: string }) => input.city;";
const outcomeOf = (source: string) => {
  const { diagnostics, derived } = compileForTest(`${handler}\n${source}`);
  return [derived.completes, diagnostics.map(({ code, severity, line }) => `${code} ${severity} ${line}`).join()];
};

test("an export complete of its type makes the Function one that completes", () => {
  const typed = 'import type { Complete } from "ferrule";\nexport const complete: Complete = ({ value }) => [value];';
  assert.deepEqual(outcomeOf(typed), [true, ""]);
  const written = "export async function complete({ value }: { value: string }) { return [value]; }";
  assert.deepEqual(outcomeOf(written), [true, ""]);
});

test("without the export, the Function completes nothing", () => {
  assert.deepEqual(outcomeOf(""), [undefined, ""]);
});

test("an export complete of another type is a warning, and completes nothing", () => {
  for (const source of ["export const complete = true;", "export const complete = (text: number) => [String(text)];"])
    assert.deepEqual(outcomeOf(source), [undefined, "COMPLETE_TYPE warning 2"]);
});

test("a union of what resources and prompts return is no schema of an output", () => {
  for (const type of ["McpResource", "McpPrompt"]) {
    const source = `import type { ${type} } from "ferrule";\nexport default async (): Promise<${type}> => "text";`;
    const { diagnostics, derived } = compileForTest(source);
    assert.deepEqual([diagnostics, derived.outputSchema], [[], null]);
  }
});
