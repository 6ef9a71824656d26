import ts from "typescript-compiler";

export const sourceName = "/function.ts";
const typesName = "/types.d.ts";

interface File {
  text: string;
  version: number;
  snapshot: ts.IScriptSnapshot;
}

/** The files for checking a Function: TypeScript's own declarations, the types, and the source. */
export function createFiles(libraries: Readonly<Record<string, string>>, guest: string) {
  const held = new Map<string, File>();
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
