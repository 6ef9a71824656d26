import ts from "typescript-compiler";
import { compilerOptions } from "../program/compiler-options.ts";
import { sourceFolder } from "../program/library-files.ts";
import type { WholeProgram } from "../program/program-factory.ts";
import type { BuildLibraries } from "../libraries/build-libraries.ts";
import type { OpenedLibraries } from "../libraries/open-libraries.ts";
import type { SentLibraries } from "../libraries/sent-libraries.ts";
import { ambientModule } from "./ambient-module.ts";
import { packageSpecifiers } from "./package-specifiers.ts";

/** A request to the compiler process: declare the exports of these Libraries. */
export interface DeclareRequest {
  declare: SentLibraries;
}

/** The declarations come as a blob. */
export interface DeclareAnswer {
  /** The packages of Libraries that could not be unpacked. */
  untyped: string[];
}

/** The limit in characters for one Library with its dependencies, because a browser reads all of them. */
const longestLibrary = 1_500_000;

const untyped = (specifier: string) => `declare module ${JSON.stringify(specifier)};\n`;

const declarationOptions: ts.CompilerOptions = {
  ...compilerOptions,
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
};

type CreateProgram = (source: string, libraries: BuildLibraries, options: ts.CompilerOptions) => WholeProgram;

/**
 * The declarations of Libraries as ambient modules, one for each name that a Function can import. A source Library gets
 * the declarations that TypeScript derives from its text, an npm Library the package's own `.d.ts`. A package without
 * declarations, or with more than 1.5 million characters of them, is declared without types. Nothing of a Library runs.
 */
export function declareLibraries(
  createProgram: CreateProgram,
  { libraries, problems }: OpenedLibraries,
): DeclareAnswer & { declarations: string } {
  const specifiers = [
    ...Object.keys(libraries.sources).map((name) => `lib/${name}`),
    ...Object.entries(libraries.roots).flatMap(([name, id]) => {
      const found = libraries.packages[id];
      return found === undefined ? [] : packageSpecifiers(name, found);
    }),
  ];
  const imports = specifiers.map((specifier) => `import ${JSON.stringify(specifier)};`).join("\n");
  const { program, file, checker } = createProgram(imports, libraries, declarationOptions);

  const texts: string[] = [];
  /** The module names of files. A package's entry has the name used in imports. */
  const names = new Map<string, string>();
  for (const specifier of specifiers) {
    const resolved = resolvedFile(program, file, specifier);
    if (resolved === undefined) texts.push(untyped(specifier));
    else if (!names.has(resolved.fileName)) names.set(resolved.fileName, specifier);
    else texts.push(alias(specifier, names.get(resolved.fileName) ?? "", resolved, checker));
  }
  const nameOf = (found: ts.SourceFile) => {
    const name = names.get(found.fileName) ?? found.fileName.replace(/^\/packages\//, "");
    names.set(found.fileName, name);
    return name;
  };
  const ofPackages = new Map<string, ts.SourceFile[]>();
  for (const found of program.getSourceFiles()) {
    if (found.fileName.startsWith(sourceFolder)) {
      const text = emittedText(program, found);
      const emitted = ts.createSourceFile(found.fileName, text, ts.ScriptTarget.ESNext, true);
      // Its imports are already names: `ferrule`, `lib/…` or a package.
      texts.push(ambientModule(nameOf(found), emitted, () => undefined));
    } else if (found.fileName.startsWith("/packages/")) {
      const id = found.fileName.split("/", found.fileName.startsWith("/packages/@") ? 4 : 3).join("/");
      ofPackages.set(id, [...(ofPackages.get(id) ?? []), found]);
    }
  }
  for (const files of ofPackages.values()) {
    if (files.reduce((sum, { text }) => sum + text.length, 0) > longestLibrary) {
      for (const one of files) if (specifiers.includes(nameOf(one))) texts.push(untyped(nameOf(one)));
      continue;
    }
    for (const one of files) {
      const resolve = (specifier: string) => {
        const to = resolvedFile(program, one, specifier);
        return to === undefined ? undefined : nameOf(to);
      };
      texts.push(ambientModule(nameOf(one), one, resolve));
    }
  }
  return { declarations: texts.join("\n"), untyped: problems.map(({ library }) => library) };
}

/** The declaration file or source of an import. Undefined when it leads only to JavaScript, or nowhere. */
function resolvedFile(program: ts.Program, from: ts.SourceFile, specifier: string): ts.SourceFile | undefined {
  const literal = importLiterals(from).find(({ text }) => text === specifier);
  if (literal === undefined) return undefined;
  const symbol = program.getTypeChecker().getSymbolAtLocation(literal);
  if (symbol !== undefined) return symbol.declarations?.find(ts.isSourceFile);
  return undefined;
}

const importLiterals = (file: ts.SourceFile): readonly ts.StringLiteralLike[] =>
  (file as ts.SourceFile & { imports?: readonly ts.StringLiteralLike[] }).imports ?? [];

function emittedText(program: ts.Program, file: ts.SourceFile): string {
  let text = "";
  program.emit(file, (_, written) => (text = written), undefined, true);
  return text;
}

/** A second name for the same module. */
function alias(specifier: string, name: string, file: ts.SourceFile, checker: ts.TypeChecker): string {
  const symbol = checker.getSymbolAtLocation(file);
  const from = JSON.stringify(name);
  const head = `declare module ${JSON.stringify(specifier)} {`;
  if (symbol?.exports?.has(ts.InternalSymbolName.ExportEquals) === true)
    return `${head}\n  import whole = require(${from});\n  export = whole;\n}\n`;
  const hasDefault = symbol?.exports?.has(ts.InternalSymbolName.Default) === true;
  return `${head}\n  export * from ${from};\n${hasDefault ? `  export { default } from ${from};\n` : ""}}\n`;
}
