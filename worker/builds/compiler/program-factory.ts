import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-compiler";
import { noLibraries, type BuildLibraries } from "../libraries/build-libraries.ts";
import { compilerOptions } from "./compiler-options.ts";
import { libraryFiles, sourceFolder } from "./library-files.ts";

export const functionFile = "/function.ts";
export const guestFolder = "/guest/";
const libraryFolder = "/lib/";

/** One Function's program with a type checker of its own. */
export interface FunctionProgram {
  program: ts.Program;
  checker: ts.TypeChecker;
  file: ts.SourceFile;
}

/** A Function's program with the source Libraries that it imports. */
export interface WholeProgram extends FunctionProgram {
  libraries: { name: string; file: ts.SourceFile }[];
}

/** `projectTypes`: declarations of the Project, over the guest's own. */
export type CreateProgram = (
  source: string,
  libraries?: BuildLibraries,
  options?: ts.CompilerOptions,
  projectTypes?: string,
) => WholeProgram;

const projectFile = `${guestFolder}project-types.d.ts`;

/**
 * Makes programs of one Function each, over declaration files that are read and parsed once (150 ms; each further
 * program then costs 3 ms before checking, 30 ms with Libraries). Nothing but those files and the texts of the Libraries
 * given can be read: no import, reference or configuration in a source reaches the file system. A checker is never shared, so that what is derived cannot depend on what was
 * built before.
 */
export function createProgramFactory(folders: { typescript: string; guest: string }): CreateProgram {
  const declarations = new Map<string, ts.SourceFile | undefined>();
  // Read now: afterwards the process is a user that may read nothing.
  const texts = new Map<string, string>();
  const read = (folder: string, at: string, wanted: RegExp) => {
    for (const leaf of readdirSync(folder).sort())
      if (wanted.test(leaf)) texts.set(at + leaf, readFileSync(join(folder, leaf), "utf8"));
  };
  read(folders.guest, guestFolder, /\.d\.ts$/);
  const guestFiles = [...texts.keys()];
  read(folders.typescript, libraryFolder, /^lib\.(?:es|decorators)[a-z0-9.]*\.d\.ts$/);

  const declaration = (name: string): ts.SourceFile | undefined => {
    if (declarations.has(name)) return declarations.get(name);
    const text = texts.get(name);
    const file = text === undefined ? undefined : ts.createSourceFile(name, text, ts.ScriptTarget.ESNext);
    if (file !== undefined) declarations.set(name, file);
    return file;
  };

  let previous: ts.Program | undefined;
  return (source, libraries = noLibraries, options = compilerOptions, projectTypes = "") => {
    const given = libraryFiles(libraries);
    const isPlain =
      options === compilerOptions &&
      (libraries === noLibraries || Object.keys({ ...libraries.sources, ...libraries.roots }).length === 0);
    const project =
      projectTypes === "" ? undefined : ts.createSourceFile(projectFile, projectTypes, ts.ScriptTarget.ESNext, true);
    const file = ts.createSourceFile(functionFile, source, ts.ScriptTarget.ESNext, true);
    const librarySource = (name: string) => {
      const text = given.read(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
    };
    const host: ts.CompilerHost = {
      getSourceFile: (name) =>
        name === functionFile ? file : name === projectFile ? project : (declaration(name) ?? librarySource(name)),
      getDefaultLibFileName: () => `${libraryFolder}lib.esnext.d.ts`,
      getDefaultLibLocation: () => libraryFolder,
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      fileExists: (name) => name === functionFile || given.read(name) !== undefined,
      readFile: (name) => given.read(name),
      directoryExists: () => false,
      getDirectories: () => [],
      writeFile: () => {},
      resolveModuleNameLiterals: (literals, importer) =>
        literals.map(({ text }) => ({ resolvedModule: isPlain ? undefined : given.resolve(text, importer) })),
    };
    // What an earlier program knew of Libraries would be believed of this one's.
    const isBare = isPlain && project === undefined;
    const old = isBare ? previous : undefined;
    previous = undefined;
    const program = ts.createProgram({
      rootNames: [...guestFiles, ...(project === undefined ? [] : [projectFile]), functionFile],
      options,
      host,
      ...(old === undefined ? {} : { oldProgram: old }),
    });
    if (isBare) previous = program;
    return {
      program,
      checker: program.getTypeChecker(),
      file,
      libraries: program
        .getSourceFiles()
        .filter(({ fileName }) => fileName.startsWith(sourceFolder))
        .map((file) => ({ name: `lib/${file.fileName.slice(sourceFolder.length, -".ts".length)}`, file })),
    };
  };
}
