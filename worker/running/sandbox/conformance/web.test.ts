import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { invocationOf, testSandbox, valueOf } from "./harness.ts";
import { readPrograms } from "./programs.ts";
import type { WebCase } from "./web/observe.ts";

/** The files of `web/` by the API that they observe. */
const apis: Record<string, string[]> = {
  globals: ["globals"],
  "URL, URLSearchParams and URLPattern": ["url"],
  "encodings and base64": ["encoding"],
  Headers: ["headers"],
  "Request, Response, Blob and FormData": ["bodies", "files-and-forms"],
  streams: ["readable-streams", "writable-streams"],
  "structuredClone and messages": ["clone"],
  "events, signals and timers": ["events"],
  crypto: ["crypto"],
};

/** This comes before all tests, because tests that are declared after a pause do not run. */
const programs = await readPrograms("web", "*.js", { bundle: true });
const sandbox = await testSandbox({ executors: 1 });
const observed = new Map<string, { cases: readonly WebCase[]; results: unknown[] }>();
for (const [file, program] of programs) {
  const { cases } = (await import(`./web/${file}.js`)) as { cases: readonly WebCase[] };
  const results = valueOf(await sandbox.invoke(invocationOf(program, { timeoutMs: 30_000 }))) as unknown[];
  observed.set(file, { cases, results });
}
await sandbox[Symbol.asyncDispose]();

test("every file of cases belongs to an API", () =>
  assert.deepEqual(Object.values(apis).flat().toSorted(), [...programs.keys()].toSorted()));

for (const [api, files] of Object.entries(apis)) {
  describe(`the web platform in a Function: ${api}`, () => {
    for (const { cases, results } of files.map((file) => observed.get(file)!))
      for (const [index, [name, , expected]] of cases.entries())
        test(name, () => assert.deepEqual(results[index], expected));
  });
}
