import ts from "typescript-compiler";
import type { Tested } from "./language.ts";

export const sourceName = "/function.ts";
const testedFolder = "/tested/";

/** Whether a file is the Function that a test file tests. */
export const isTested = (name: string): boolean => name.startsWith(testedFolder);
const typesName = "/types.d.ts";

interface File {
  text: string;
  version: number;
  snapshot: ts.IScriptSnapshot;
}

/** How a test file imports the Function next to it, in either of the two forms that a folder has for it. */
const namesOfTested = (slug: string) =>
  new Set([".", ...[slug, "index"].flatMap((name) => ["", ".ts", ".js"].map((ending) => `./${name}${ending}`))]);

/** The files for checking a Function or its tests: TypeScript's own declarations, the types, and the text. */
export function createFiles(libraries: Readonly<Record<string, string>>, guest: string) {
  const held = new Map<string, File>();
  let tested: { name: string; imports: ReadonlySet<string> } | null = null;
  const set = (name: string, text: string): void => {
    const before = held.get(name);
    if (before?.text === text) return;
    held.set(name, { text, version: (before?.version ?? 0) + 1, snapshot: ts.ScriptSnapshot.fromString(text) });
  };
  set(typesName, guest);
  set(sourceName, "");
  return {
    set,
    setTypes: (text: string) => set(typesName, text),
    setTested(given: Tested | null): void {
      tested = given && { name: `${testedFolder}${given.slug}.ts`, imports: namesOfTested(given.slug) };
      if (given !== null && tested !== null) set(tested.name, given.source);
    },
    /** The file that an import of the text leads to; undefined for an ambient module. */
    imported: (specifier: string) => (tested?.imports.has(specifier) === true ? tested.name : undefined),
    roots: () => [typesName, sourceName],
    get(name: string): File | undefined {
      const known = held.get(name);
      if (known !== undefined || !name.startsWith("/lib/")) return known;
      const text = libraries[name.slice("/lib/".length)];
      if (text === undefined) return undefined;
      set(name, text);
      return held.get(name);
    },
  };
}
