import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createBuilder } from "@ferrule/worker/building/builds/builder.ts";
import type { FencedBlock } from "./fenced-blocks.ts";

/** A TypeScript example and its page. */
export type Example = FencedBlock & { page: string };

const importsOf = (source: string) => [...source.matchAll(/\bfrom "(lib\/[\w.-]+)"/g)].map((match) => match[1] ?? "");

/**
 * Builds examples as Functions with the worker's own builder. If the fence says `lib/<name>`, the example is a Library
 * that the others may import. Returns every error, as `page:line message`.
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
    const functions = sources.map(({ text }, at) => ({
      id: `fn_${at}`,
      slug: `example-${at}`,
      revision: 1,
      source: text,
      inputSchema: null,
      outputSchema: null,
      permissions: noPermissions,
      libraries: importsOf(text),
    }));
    const built = await builder.build(functions, { libraries });
    return built.functions.flatMap(({ valid, diagnostics }, at) => {
      const { page = "", line = 0 } = sources[at] ?? {};
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      if (!valid && errors.length === 0) return [`${page}:${line} could not be built`];
      return errors.map((one) => `${page}:${line + one.line} ${one.message} (${one.code})`);
    });
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
