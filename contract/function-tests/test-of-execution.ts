import type { Permissions } from "../internal/permissions.ts";
import { maskMarker } from "../warnings/sensitive-names.ts";
import { Expression, printLiteral } from "./print-literal.ts";
import type { RecordedExecution } from "./recorded-execution.ts";
import { isTruncated, maskedPlaces } from "./recorded-values.ts";
import { standsOf } from "./stands-of-execution.ts";

/** A recorded value as a test expects it: what was masked may be any text. */
function expected(value: unknown): unknown {
  if (typeof value === "string") return value.includes(maskMarker) ? new Expression("expect.any(String)") : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(expected);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, expected(one)]));
}

function inputOf({ input }: RecordedExecution): { value: unknown; notes: string[] } {
  if (isTruncated(input))
    return {
      value: {},
      notes: [`The record holds only the beginning of the input of ${input.bytes} bytes: put the input here.`],
    };
  const masked = maskedPlaces(input, "input").slice(0, 10);
  const notes = masked.length === 0 ? [] : [`The record masks ${masked.join(", ")}: put values there.`];
  return { value: input ?? {}, notes };
}

function outcomeOf({ status, output, error }: RecordedExecution): string[] {
  const lines = [`expect(result.status).toBe(${JSON.stringify(status)});`];
  if (status === "succeeded") {
    if (isTruncated(output)) return [...lines, `// The record does not hold the output: it has ${output.bytes} bytes.`];
    const isNothing = output === undefined || output === null;
    return [...lines, isNothing ? "" : `expect(result.output).toEqual(${printLiteral(expected(output), "  ")});`];
  }
  if (error === null) return lines;
  const message = error.message.includes(maskMarker) ? {} : { message: error.message };
  return [...lines, `expect(result.error).toMatchObject(${printLiteral({ code: error.code, ...message }, "  ")});`];
}

/** Options of `call` that differ from what it does without them. */
function optionsOf(recorded: RecordedExecution) {
  const { environment, tenantId, caller, source } = recorded;
  const { kind, id, name } = caller;
  return {
    ...(source === "test" ? {} : { source }),
    ...(environment === "development" ? {} : { environment }),
    ...(tenantId === "default" ? {} : { tenantId }),
    ...(kind === "anonymous" ? {} : { caller: { kind, id, name } }),
  };
}

/** Whether a test can expect how the call ended: nobody cancels a test, and its limits are other ones. */
const mayBeTested = (status: RecordedExecution["status"]) =>
  status === "succeeded" || status === "failed" || status === "rejected";

const imported = /^import\s*\{([^}]*)\}\s*from\s*(["'])ferrule\/test\2;?/m;
const needed = ["call", "expect", "test"];

/** The text with everything imported that the new test needs. */
function withImports(text: string): string {
  const found = imported.exec(text);
  if (found === null) return `import { ${needed.join(", ")} } from "ferrule/test";\n${text === "" ? "" : `\n${text}`}`;
  const names = found[1]!
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (needed.every((name) => names.includes(name))) return text;
  const all = [...new Set([...names, ...needed])].sort();
  return text.replace(found[0], () => `import { ${all.join(", ")} } from "ferrule/test";`);
}

/**
 * Writes a test that calls a Function as a recorded call did, with a stand-in for each thing that the call asked for. What a
 * record does not hold, such as bodies and values of secrets, is said in comments.
 * @param permissions what the Function declares: they name its secrets, collections and connections
 * @param existing the tests that the Function has; the new one comes at their end
 * @returns the whole text of the Function's tests; `existing` unchanged if it has a test of this call
 * @throws RangeError for a call whose end a test cannot repeat: a cancelled one, or one that ran out of time
 */
export function testOfExecution(recorded: RecordedExecution, permissions: Permissions, existing = ""): string {
  const { requestId, startedAt, status } = recorded;
  if (!mayBeTested(status)) throw new RangeError(`A test cannot repeat a call that ended as ${status}.`);
  const title = `request ${requestId}`;
  if (existing.includes(JSON.stringify(title))) return existing;
  const { value, notes } = inputOf(recorded);
  const stands = standsOf(recorded, permissions);
  const options = { ...optionsOf(recorded), stand: stands.stand };
  const body = [
    ...[...notes, ...stands.notes].map((note) => `// ${note}`),
    `const result = await call(${printLiteral(value, "  ")}, ${printLiteral(options, "  ")});`,
    ...outcomeOf(recorded).filter((line) => line !== ""),
  ];
  const test = [
    `// A call of ${startedAt}, as its record has it.`,
    `test(${JSON.stringify(title)}, async () => {`,
    ...body.map((line) => `  ${line}`),
    "});",
  ].join("\n");
  const before = withImports(existing.trim() === "" ? "" : existing.trimEnd());
  return `${before.trimEnd()}\n\n${test}\n`;
}
