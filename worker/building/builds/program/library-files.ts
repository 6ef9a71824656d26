import ts from "typescript-compiler";
import type { BuildLibraries } from "../libraries/build-libraries.ts";
import { compilerOptions } from "./compiler-options.ts";

export const sourceFolder = "/libraries/";
export const packageFolder = "/packages/";
/** The path of the Function and its source Libraries for package resolution. Its dependencies are the Libraries. */
const project = "project@0";

/** The files of a Function's Libraries, as a compiler host sees them. */
export interface LibraryFiles {
  /** The text of a source Library or of a package's file. Undefined when there is none. */
  read: (path: string) => string | undefined;
  resolve: (specifier: string, importer: string) => ts.ResolvedModuleFull | undefined;
}

/**
 * Lays the packages out as `/packages/<name>@<version>/…`, with each package's dependencies below its own
 * `node_modules`. Those folders exist only for the resolver, not on a disk.
 */
export function libraryFiles(libraries: BuildLibraries): LibraryFiles {
  const dependenciesOf = (id: string) => (id === project ? libraries.roots : libraries.packages[id]?.dependencies);

  /** Follows the layout: `/packages/a@1/node_modules/b/x` is `/packages/b@2/x`. Null for a path that cannot exist. */
  function locate(path: string): { id: string; rest: string } | null {
    if (!path.startsWith(packageFolder)) return null;
    const parts = path.slice(packageFolder.length).split("/");
    const take = () => (parts[0]?.startsWith("@") === true ? parts.splice(0, 2).join("/") : (parts.shift() ?? ""));
    let id = take();
    while (parts[0] === "node_modules" && parts.length > 1) {
      parts.shift();
      const name = take();
      const dependencies = dependenciesOf(id) ?? {};
      if (!Object.hasOwn(dependencies, name)) return null;
      id = dependencies[name] ?? "";
    }
    return { id, rest: parts.join("/") };
  }

  function read(path: string): string | undefined {
    if (path.startsWith(sourceFolder)) {
      const name = path.slice(sourceFolder.length, -".ts".length);
      return path.endsWith(".ts") && Object.hasOwn(libraries.sources, name) ? libraries.sources[name] : undefined;
    }
    const at = locate(path);
    if (at === null || !Object.hasOwn(libraries.packages, at.id)) return undefined;
    const files = libraries.packages[at.id]?.files ?? {};
    return Object.hasOwn(files, at.rest) ? files[at.rest] : undefined;
  }

  const host: ts.ModuleResolutionHost = {
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    realpath: (path) => {
      const at = locate(path);
      return at === null ? path : `${packageFolder}${at.id}/${at.rest}`;
    },
    getCurrentDirectory: () => "/",
    useCaseSensitiveFileNames: true,
  };

  return {
    read,
    resolve(specifier, importer) {
      if (specifier.startsWith("lib/")) {
        const resolvedFileName = `${sourceFolder}${specifier.slice("lib/".length)}.ts`;
        return importer.startsWith(packageFolder) || read(resolvedFileName) === undefined
          ? undefined
          : { resolvedFileName, extension: ts.Extension.Ts, isExternalLibraryImport: false };
      }
      const from = importer.startsWith(packageFolder) ? importer : `${packageFolder}${project}/function.ts`;
      return ts.resolveModuleName(specifier, from, compilerOptions, host).resolvedModule;
    },
  };
}
