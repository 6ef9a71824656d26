/** A value that both YAML and JSON can hold. */
export type Value = null | boolean | number | string | readonly Value[] | Tree;
export type Tree = { readonly [name: string]: Value };

/** The content of one file: the text of a source, or the value of a YAML or JSON file without its defaults. */
export type Document = { readonly text: string } | { readonly tree: Tree };

/**
 * A Project as the contents of its files, by their usual paths: `functions/look-up.ts`, `functions/look-up.test.ts`,
 * `endpoints/support.yaml`. Texts have LF and no byte order mark. A YAML file
 * without content is left out, unless its presence means something.
 */
export type Documents = ReadonlyMap<string, Document>;

/** A problem for a person to fix: its file and, if there is one place, line and column (both from 1). */
export interface Problem {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
  message: string;
}

/** Behind the name of a Function's tests: `functions/look-up.test.ts`. */
export const testEnding = ".test.ts";

/** Whether a usual path is that of a Function's tests. */
export const isTests = (path: string): boolean => path.startsWith("functions/") && path.endsWith(testEnding);

export const isTree = (value: Value | undefined): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Paths of the files that a Project has only once. */
export const singles = {
  libraries: "libraries.yaml",
  lock: "libraries.lock.json",
  crons: "crons.yaml",
  connections: "connections.yaml",
  secrets: "secrets.yaml",
} as const;
