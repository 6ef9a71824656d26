import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { importsOf } from "./imports-of.ts";

/** What the linter has accepted. Both are digests, so that only equal texts count as the same. */
export interface LintMemory {
  /** A digest of everything that affects all files: the rules, the versions and the global types. */
  rules: string;
  /** A digest of each file, by its path. */
  files: Record<string, string>;
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** These change the types of files that do not import them. */
const isGlobal = (path: string, text: string) =>
  path.endsWith(".d.ts") || /^\s*declare (?:global|module)\b/m.test(text);

/**
 * @param rules texts that affect every file
 * @param sources the texts of the linted files, by their path
 */
export function lintMemoryOf(rules: readonly string[], sources: ReadonlyMap<string, string>): LintMemory {
  const everywhere = [...sources].filter(([path, text]) => isGlobal(path, text)).flat();
  const files = [...sources].map(([path, text]) => [path, digestOf(text)]);
  return { rules: digestOf(JSON.stringify([...rules, ...everywhere])), files: Object.fromEntries(files) };
}

/**
 * The files whose lint result may have changed: the changed ones, and all that import one of them, directly or
 * indirectly, because its rules know types. Null: all files.
 */
export function filesToLint(
  before: LintMemory | null,
  now: LintMemory,
  sources: ReadonlyMap<string, string>,
): string[] | null {
  if (before === null || before.rules !== now.rules) return null;
  const paths = new Set([...Object.keys(before.files), ...Object.keys(now.files)]);
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const target of importsOf(path, text)) importers.set(target, [...(importers.get(target) ?? []), path]);
  const reached = new Set([...paths].filter((path) => before.files[path] !== now.files[path]));
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached].filter((path) => sources.has(path)).sort();
}

/** Null without a readable record. */
export function readLintMemory(file: string): LintMemory | null {
  try {
    const { rules, files } = JSON.parse(readFileSync(file, "utf8")) as Partial<LintMemory>;
    return typeof rules === "string" && typeof files === "object" && files !== null ? { rules, files } : null;
  } catch {
    return null;
  }
}

export function keepLintMemory(file: string, memory: LintMemory): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(memory));
  } catch {
    // The next run lints everything again.
  }
}
