/** A value that YAML and JSON both carry. */
export type Value = null | boolean | number | string | readonly Value[] | Tree;
export type Tree = { readonly [name: string]: Value };

/** What one file says: the text of a source, or the value of a YAML or JSON file with its defaults left out. */
export type Document = { readonly text: string } | { readonly tree: Tree };

/**
 * A Project as the contents of its files, by their usual paths: `functions/look-up.ts`, `functions/look-up.test.ts`,
 * `endpoints/support.yaml`. Texts have LF and no byte order mark. A YAML file that would be empty is not there, except where its being there says something.
 */
export type Documents = ReadonlyMap<string, Document>;

/** What a person must mend: in which file, and where (both from 1) if there is one place. */
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

/** Paths of the files that a Project has once. */
export const singles = {
  libraries: "libraries.yaml",
  lock: "libraries.lock.json",
  crons: "crons.yaml",
  connections: "connections.yaml",
  secrets: "secrets.yaml",
} as const;
