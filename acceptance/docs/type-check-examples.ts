import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { testFramework } from "@ferrule/worker/building/test-runs/test-framework.ts";
import { createBuilder } from "@ferrule/worker/building/builds/builder.ts";
import type { FencedBlock } from "./fenced-blocks.ts";

/** A TypeScript example and its page. */
export type Example = FencedBlock & { page: string };

const importsOf = (source: string) => [...source.matchAll(/\bfrom "(lib\/[\w.-]+)"/g)].map((match) => match[1] ?? "");

/**
 * Builds examples as Functions with the worker's own builder. If the fence says `lib/<name>`, the example is a Library
 * that the others may import. An example that imports `ferrule/test` is a test file. Returns every error, as `page:line message`.
 */
export async function typeCheckExamples(examples: readonly Example[]): Promise<string[]> {
  const cacheDir = mkdtempSync(join(tmpdir(), "ferrule-docs-"));
  try {
    await using builder = createBuilder({ log: createLog("docs", "silent"), cacheDir });
    const isLibrary = ({ info }: Example) => info.startsWith("lib/");
    const libraries = examples.filter(isLibrary).map(({ info, text }) => ({
      kind: "source" as const,
      id: `lib_${info.slice(4)}`,
      name: info.slice(4),
      imports: importsOf(text),
      source: text,
    }));
    // `acceptance/npm/recipes.test.ts` builds and calls the examples that need an npm package.
    const sources = examples.filter((example) => !isLibrary(example) && !example.info.startsWith("npm/"));
    const isTestFile = ({ text }: Example) => text.includes('"ferrule/test"');
    const functionOf = (source: string, at: number) => ({
      id: `fn_${at}`,
      slug: `example-${at}`,
      revision: 1,
      source,
      inputSchema: null,
      outputSchema: null,
      permissions: noPermissions,
      libraries: importsOf(source),
    });
    const wrong: string[] = [];
    const note = (example: Example | undefined, valid: boolean, diagnostics: readonly Diagnostic[]) => {
      const { page = "", line = 0 } = example ?? {};
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      if (!valid && errors.length === 0) wrong.push(`${page}:${line} could not be built`);
      wrong.push(...errors.map((one) => `${page}:${line + one.line} ${one.message} (${one.code})`));
    };
    const plain = sources.filter((example) => !isTestFile(example));
    const built = await builder.build(
      plain.map(({ text }, at) => functionOf(text, at)),
      { libraries },
    );
    for (const [at, { valid, diagnostics }] of built.functions.entries()) note(plain[at], valid, diagnostics);
    const testFiles = sources.filter(isTestFile);
    const tested = testFiles.map(({ text }, at) => ({
      ...functionOf("export default () => null;", at),
      tests: { source: text, libraries: importsOf(text), timeoutMs: 1_000 },
    }));
    const options = {
      projectId: "docs",
      framework: await testFramework(),
      coverage: false,
      signal: new AbortController().signal,
    };
    await builder.buildTests(tested, { ...options, libraries }, async ({ bundle, diagnostics }, at) => {
      note(testFiles[at], bundle !== null, diagnostics);
      return true;
    });
    return wrong;
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
