import ts from "typescript-compiler";
import { noLibraries, type BuildLibraries } from "../libraries/build-libraries.ts";
import { compilerOptions } from "./compiler-options.ts";
import { guestFolder, libraryFolder, readDeclarations } from "./declaration-files.ts";
import { type LibraryFiles, libraryFiles, sourceFolder } from "./library-files.ts";

export const functionFile = "/function.ts";

/** One Function's program with its own type checker. */
export interface FunctionProgram {
  program: ts.Program;
  checker: ts.TypeChecker;
  file: ts.SourceFile;
}

/** A Function's program with the source Libraries that it imports. */
export interface WholeProgram extends FunctionProgram {
  libraries: { name: string; file: ts.SourceFile }[];
}

/** `projectTypes`: the Project's declarations, which override the guest's own. */
export type CreateProgram = (
  source: string,
  libraries?: BuildLibraries,
  options?: ts.CompilerOptions,
  projectTypes?: string,
) => WholeProgram;

const projectFile = `${guestFolder}project-types.d.ts`;

const parse = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);

/** A file system that holds only the Function and the texts of the given Libraries. */
function hostOf({ read, resolve }: LibraryFiles, getSourceFile: ts.CompilerHost["getSourceFile"]): ts.CompilerHost {
  return {
    getSourceFile,
    getDefaultLibFileName: () => `${libraryFolder}lib.esnext.d.ts`,
    getDefaultLibLocation: () => libraryFolder,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => name === functionFile || read(name) !== undefined,
    readFile: read,
    directoryExists: () => false,
    getDirectories: () => [],
    writeFile: () => {},
    resolveModuleNameLiterals: (literals, importer) =>
      literals.map(({ text }) => ({ resolvedModule: resolve(text, importer) })),
  };
}

/** The source Libraries that a program includes. */
const sourceLibraries = (program: ts.Program): WholeProgram["libraries"] =>
  program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(sourceFolder))
    .map((file) => ({ name: `lib/${file.fileName.slice(sourceFolder.length, -".ts".length)}`, file }));

/**
 * Makes a program for each Function over declaration files that are read and parsed once (150 ms). Each further program
 * costs 3 ms before checking, 30 ms with Libraries. A program can read only those files and the given Libraries: no
 * import, reference or configuration in a source reaches the file system. Programs never share a checker, so that no
 * result depends on earlier builds.
 */
export function createProgramFactory(folders: { typescript: string; guest: string }): CreateProgram {
  const declarations = readDeclarations(folders);
  const previous = new Map<ts.CompilerOptions, ts.Program>();
  return (source, libraries = noLibraries, options = compilerOptions, projectTypes = "") => {
    const given = libraryFiles(libraries);
    const isPlain = libraries === noLibraries || Object.keys({ ...libraries.sources, ...libraries.roots }).length === 0;
    const file = parse(functionFile, source);
    const project = projectTypes === "" ? undefined : parse(projectFile, projectTypes);
    const librarySource = (name: string) => {
      const text = given.read(name);
      return text === undefined ? undefined : parse(name, text);
    };
    const resolve: LibraryFiles["resolve"] = isPlain ? () => undefined : given.resolve;
    const host = hostOf({ read: given.read, resolve }, (name) =>
      name === functionFile ? file : name === projectFile ? project : (declarations.get(name) ?? librarySource(name)),
    );
    // The checker would take what an earlier program knew of Libraries for this one's.
    const isBare = isPlain && project === undefined;
    const old = isBare ? previous.get(options) : undefined;
    previous.delete(options);
    const program = ts.createProgram({
      rootNames: [...declarations.guestFiles, ...(project === undefined ? [] : [projectFile]), functionFile],
      options,
      host,
      ...(old === undefined ? {} : { oldProgram: old }),
    });
    if (isBare) previous.set(options, program);
    return { program, checker: program.getTypeChecker(), file, libraries: sourceLibraries(program) };
  };
}
