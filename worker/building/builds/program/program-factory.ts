import ts from "typescript-compiler";
import { noLibraries, type BuildLibraries } from "../libraries/build-libraries.ts";
import { compilerOptions } from "./compiler-options.ts";
import { guestFolder, libraryFolder, readDeclarations } from "./declaration-files.ts";
import { parseFunction } from "./parse-function.ts";
import { type LibraryFiles, libraryFiles, sourceFolder } from "./library-files.ts";

/** The name of a Function's file: `/function.ts` alone, `/7/function.ts` among others. */
const functionFile = (number?: number) => (number === undefined ? "/function.ts" : `/${number}/function.ts`);
export const isFunctionFile = (name: string): boolean => /^\/(?:\d+\/)?function\.ts$/.test(name);

/** One Function's file in its program, with the program's type checker. */
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

/** A Function's program with its test file. */
export interface TestedProgram extends WholeProgram {
  tests: ts.SourceFile;
}

export interface ProgramFactory {
  /** Makes a program of one Function and its test file, which imports it as `isTested` says. */
  tested: (
    texts: { source: string; tests: string },
    isTested: (specifier: string) => boolean,
    libraries: BuildLibraries,
    projectTypes: string,
  ) => TestedProgram;
  /** Makes a program of one Function, with a checker of its own. */
  one: CreateProgram;
  /** Makes one program of Functions without Libraries, with one checker. None of them can import another. */
  together: (files: readonly ts.SourceFile[], options?: ts.CompilerOptions, projectTypes?: string) => WholeProgram[];
}

/** The name of a test file, beside that of its Function. */
export const testsFile = "/function.test.ts";

const noFiles: LibraryFiles = { read: () => undefined, resolve: () => undefined };
const projectFile = `${guestFolder}project-types.d.ts`;

const parse = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);

/** Parses a Function for a check together with others, by its number among them. */
export const parseAmong = (number: number, source: string): ts.SourceFile =>
  parseFunction(functionFile(number), source);

/** A file system that holds only Functions and the texts of the given Libraries. */
function hostOf({ read, resolve }: LibraryFiles, getSourceFile: ts.CompilerHost["getSourceFile"]): ts.CompilerHost {
  return {
    getSourceFile,
    getDefaultLibFileName: () => `${libraryFolder}lib.esnext.d.ts`,
    getDefaultLibLocation: () => libraryFolder,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => isFunctionFile(name) || name === testsFile || read(name) !== undefined,
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
 * Makes programs over declaration files that are read and parsed once (150 ms). Each further program costs 3 ms before
 * checking, 30 ms with Libraries. A program can read only those files and the given Libraries: no import, reference or
 * configuration in a source reaches the file system.
 */
export function createProgramFactory(folders: { typescript: string; guest: string }): ProgramFactory {
  const declarations = readDeclarations(folders);
  const previous = new Map<ts.CompilerOptions, ts.Program>();

  function create(
    functions: readonly ts.SourceFile[],
    options: ts.CompilerOptions,
    projectTypes: string,
    { read, resolve }: LibraryFiles,
    oldProgram?: ts.Program,
  ): ts.Program {
    const project = projectTypes === "" ? undefined : parse(projectFile, projectTypes);
    const given = new Map(
      [...functions, ...(project === undefined ? [] : [project])].map((one) => [one.fileName, one]),
    );
    const librarySource = (name: string) => {
      const text = read(name);
      return text === undefined ? undefined : parse(name, text);
    };
    const host = hostOf({ read, resolve }, (name) => given.get(name) ?? declarations.get(name) ?? librarySource(name));
    const names = functions.map(({ fileName }) => fileName);
    const rootNames = [...declarations.guestFiles, ...(project === undefined ? [] : [projectFile]), ...names];
    return ts.createProgram({ rootNames, options, host, ...(oldProgram === undefined ? {} : { oldProgram }) });
  }

  return {
    tested({ source, tests: text }, isTested, libraries, projectTypes) {
      const { read, resolve } = libraryFiles(libraries);
      const tests = parseFunction(testsFile, text);
      const function_ = {
        resolvedFileName: functionFile(),
        extension: ts.Extension.Ts,
        isExternalLibraryImport: false,
      };
      const program = create([parseFunction(functionFile(), source), tests], compilerOptions, projectTypes, {
        read,
        resolve: (specifier, importer) =>
          importer === testsFile && isTested(specifier) ? function_ : resolve(specifier, importer),
      });
      const file = program.getSourceFile(functionFile()) ?? tests;
      return { program, checker: program.getTypeChecker(), file, tests, libraries: sourceLibraries(program) };
    },
    one(source, libraries = noLibraries, options = compilerOptions, projectTypes = "") {
      const isPlain =
        libraries === noLibraries || Object.keys({ ...libraries.sources, ...libraries.roots }).length === 0;
      const files = isPlain ? noFiles : libraryFiles(libraries);
      const file = parseFunction(functionFile(), source);
      // Otherwise the checker would reuse an earlier program's knowledge of Libraries.
      const isBare = isPlain && projectTypes === "";
      const program = create([file], options, projectTypes, files, isBare ? previous.get(options) : undefined);
      previous.delete(options);
      if (isBare) previous.set(options, program);
      return { program, checker: program.getTypeChecker(), file, libraries: sourceLibraries(program) };
    },
    together(files, options = compilerOptions, projectTypes = "") {
      const program = create(files, options, projectTypes, noFiles);
      const checker = program.getTypeChecker();
      return files.map((file) => ({ program, checker, file, libraries: [] }));
    },
  };
}
