import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-compiler";
import { wholeLibrary } from "./whole-library.ts";

export const guestFolder = "/guest/";
export const libraryFolder = "/lib/";

/**
 * Whether a file declares the module `ferrule`: `ferrule.d.ts`, or a file for one topic, such as `ferrule-sql.d.ts`.
 */
export const declaresFerrule = (fileName: string): boolean => fileName.startsWith(`${guestFolder}ferrule`);

export interface DeclarationFiles {
  /** The declarations that a Function sees besides TypeScript's library, by name. */
  guestFiles: readonly string[];
  /** A declaration file, parsed on first use. Undefined when there is none of this name. */
  get: (name: string) => ts.SourceFile | undefined;
}

/** Reads all declaration files at once, because the process then becomes a user who may read nothing. */
export function readDeclarations(folders: { typescript: string; guest: string }): DeclarationFiles {
  const files = new Map<string, ts.SourceFile>();
  const texts = new Map<string, string>();
  for (const leaf of readdirSync(folders.guest).sort())
    if (leaf.endsWith(".d.ts")) texts.set(guestFolder + leaf, readFileSync(join(folders.guest, leaf), "utf8"));
  const guestFiles = [...texts.keys()];
  const libraryText = (name: string) => readFileSync(join(folders.typescript, `lib.${name}.d.ts`), "utf8");
  for (const [name, text] of wholeLibrary("esnext", libraryText)) texts.set(`${libraryFolder}lib.${name}.d.ts`, text);

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
