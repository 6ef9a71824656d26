import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-compiler";

export const guestFolder = "/guest/";
export const libraryFolder = "/lib/";

export interface DeclarationFiles {
  /** What a Function sees beside TypeScript's own library, by name. */
  guestFiles: readonly string[];
  /** A declaration file, parsed when it is asked for first; undefined when there is none of this name. */
  get: (name: string) => ts.SourceFile | undefined;
}

/** Reads all declaration files at once: afterwards the process is a user that may read nothing. */
export function readDeclarations(folders: { typescript: string; guest: string }): DeclarationFiles {
  const files = new Map<string, ts.SourceFile>();
  const texts = new Map<string, string>();
  const read = (folder: string, at: string, wanted: RegExp) => {
    for (const leaf of readdirSync(folder).sort())
      if (wanted.test(leaf)) texts.set(at + leaf, readFileSync(join(folder, leaf), "utf8"));
  };
  read(folders.guest, guestFolder, /\.d\.ts$/);
  const guestFiles = [...texts.keys()];
  read(folders.typescript, libraryFolder, /^lib\.(?:es|decorators)[a-z0-9.]*\.d\.ts$/);

  return {
    guestFiles,
    get(name) {
      const known = files.get(name);
      if (known !== undefined) return known;
      const text = texts.get(name);
      if (text === undefined) return undefined;
      const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext);
      files.set(name, file);
      return file;
    },
  };
}
