import { isBuiltin } from "node:module";
import type { OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from "esbuild";
import { type BuildLibraries, type BuildPackage, splitSpecifier } from "../libraries/build-libraries.ts";
import { absentModule } from "../stand-ins/absent-module.ts";
import { agentPackages, agentsFile, isForFunctions, standInOf, whyRefused } from "../stand-ins/node-modules.ts";
import { ownModulesId } from "../stand-ins/read-stand-ins.ts";
import { bringGlobals } from "./bring-globals.ts";
import { replacedFile, replacedModule } from "./browser-map.ts";
import type { GivenSources } from "./given-sources.ts";
import { isModuleFile, isOptional, packageJsonOf } from "./package-json.ts";
import { fileAt, normalize, resolveEntry, resolveInternal } from "./resolve-in-package.ts";
import { resolveOfTests, testNamespace, textOfTests, type TestProgram } from "./test-program.ts";
import { triesFor } from "./tries-for.ts";
import { Unresolved } from "./unresolved.ts";
import { withoutForeignMap } from "./without-foreign-map.ts";

export const libraryPluginName = "libraries";
/** Tells esbuild that for CommonJS imports of this file, the default is all of `module.exports`, as in Node. */
export const moduleEnding = "#.mjs";

/** A file of a package, by the package's id and its path inside. */
interface PackageFile {
  id: string;
  path: string;
}

const asResult = ({ id, path }: PackageFile, { packages }: BuildLibraries): OnResolveResult => {
  const held = packages[id];
  const pure = held !== undefined && packageJsonOf(held).sideEffects === false;
  const pluginData: PackageFile = { id, path };
  const ending = held !== undefined && !path.endsWith(".mjs") && isModuleFile(held, path) === true ? moduleEnding : "";
  const named = `${id}/${path}${ending}`;
  return { path: named, namespace: "package", pluginData, ...(pure ? { sideEffects: false } : {}) };
};

const empty: OnResolveResult = { path: "empty", namespace: "empty" };

/** Resolves a Node module without a stand-in, or a missing package. */
function resolveAbsent(libraries: BuildLibraries, args: OnResolveArgs, wanted: string): OnResolveResult {
  const from = args.pluginData as PackageFile;
  const own = libraries.packages[from.id];
  const isNodes = isBuiltin(wanted);
  const { name } = splitSpecifier(wanted);
  const why = isNodes ? whyRefused(wanted) : undefined;
  const known = isNodes ? `Node's module "${wanted}"` : `"${wanted}"`;
  const isTried = () => triesFor(own?.files[from.path] ?? "", args.path);
  if (why !== undefined && !isTried()) {
    const instead = "Use a package that works in browsers, or the service's HTTP API.";
    throw new Unresolved(`${from.id} needs ${known}: it ${why}. ${instead}`, "MODULE_REFUSED");
  }
  const isLater = args.kind === "require-call" || args.kind === "require-resolve" || args.kind === "dynamic-import";
  if (isLater) {
    const text = `${from.id} may load ${known}, which the sandbox does not have; a call that loads it fails.`;
    return { path: wanted, namespace: "absent", warnings: [{ text }] };
  }
  if (!isNodes && own !== undefined && isOptional(own, name)) {
    throw new Unresolved(
      `${from.id} needs "${name}" beside it. Add "${name}" as a Library of this Project (kind npm).`,
    );
  }
  throw new Unresolved(
    `${from.id} needs ${known}, which the sandbox does not have. Use another package, or another entry of it.`,
  );
}

/** Resolves an import in a package's file. */
function resolveFromPackage(libraries: BuildLibraries, args: OnResolveArgs): OnResolveResult {
  const from = args.pluginData as PackageFile;
  const own = libraries.packages[from.id];
  if (own === undefined) throw new Error(`There is no package ${from.id}.`);
  const isRequire = args.kind === "require-call" || args.kind === "require-resolve";
  let wanted = args.path;
  if (wanted.startsWith("#")) wanted = resolveInternal(own, wanted, isRequire);
  const isRelative = /^\.{0,2}(?:\/|$)/;
  const replaced = isRelative.test(wanted) ? undefined : replacedModule(own, wanted);
  // Here, the package's `browser` entry assumes that `window` has crypto. The sandbox has no `window`, so we use the
  // stand-in.
  const isOwnCrypto = wanted === "crypto" && (replaced === false || isRelative.test(replaced ?? ""));
  if (replaced === false && !isOwnCrypto) return empty;
  if (replaced !== undefined && replaced !== false && !isOwnCrypto) wanted = replaced;
  if (isRelative.test(wanted)) {
    // A path in package.json is relative to the package, but an import is relative to its file.
    const isOfPackage = wanted !== args.path;
    const folder = isOfPackage ? "" : from.path.slice(0, from.path.lastIndexOf("/") + 1);
    const path = wanted.startsWith("/") ? undefined : fileAt(own, folder + wanted);
    if (path === undefined && replacedFile(own, normalize(folder + wanted) ?? "") === false) return empty;
    if (path === undefined) throw new Unresolved(`${from.id} has no file for "${args.path}" in ${from.path}.`);
    const other = replacedFile(own, path);
    if (other === false) return empty;
    return asResult({ id: from.id, path: (other === undefined ? undefined : fileAt(own, other)) ?? path }, libraries);
  }
  const { name, rest } = splitSpecifier(wanted);
  if (agentPackages.has(name)) return standInFile(libraries, agentsFile);
  if (Object.hasOwn(own.dependencies, name)) return enter(libraries, own.dependencies[name] ?? "", rest, isRequire);
  if (name === own.name) return enter(libraries, from.id, rest, isRequire);
  const standIn = standInOf(wanted);
  if (standIn !== undefined) return standInFile(libraries, standIn);
  return resolveAbsent(libraries, args, wanted);
}

const standInFile = (libraries: BuildLibraries, path: string): OnResolveResult =>
  asResult({ id: ownModulesId, path }, libraries);

function enter(libraries: BuildLibraries, id: string, rest: string, isRequire: boolean): OnResolveResult {
  const held = libraries.packages[id];
  if (held === undefined) throw new Error(`There is no package ${id}.`);
  const path = resolveEntry(held, rest, isRequire);
  const replaced = replacedFile(held, path);
  if (replaced === false) return empty;
  const other = replaced === undefined ? undefined : fileAt(held, replaced);
  return asResult({ id, path: other ?? path }, libraries);
}

function resolve(libraries: BuildLibraries, args: OnResolveArgs): OnResolveResult {
  const { path, kind, namespace } = args;
  if (kind === "entry-point" && path === "function.ts") return { path, namespace: "function" };
  if (path === "ferrule") return { path, external: true };
  if (namespace === "package") return resolveFromPackage(libraries, args);
  if (path.startsWith("lib/") && Object.hasOwn(libraries.sources, path.slice("lib/".length))) {
    return { path: `${path}.ts`, namespace: "library" };
  }
  const { name, rest } = splitSpecifier(path);
  if (Object.hasOwn(libraries.roots, name)) return enter(libraries, libraries.roots[name] ?? "", rest, false);
  const standIn = isForFunctions(path) ? standInOf(path) : undefined;
  if (standIn !== undefined) return standInFile(libraries, standIn);
  throw new Unresolved(`"${path}" is not a Library of this Project.`);
}

function fileOf(held: BuildPackage | undefined, path: string): OnLoadResult & { contents: string } {
  const contents = held?.files[path] ?? "";
  if (path.endsWith(".json")) return { contents, loader: "json" };
  const isModule = held === undefined ? undefined : isModuleFile(held, path);
  return { contents: bringGlobals(contents, isModule), loader: "js" };
}

/**
 * Gives esbuild the Function, its Libraries and nothing else. It resolves every import and supplies every module's
 * text, so that no import can make esbuild read a file. `given` receives the texts of the modules.
 */
export function libraryPlugin(
  source: string,
  libraries: BuildLibraries,
  given: GivenSources,
  tests?: TestProgram,
): Plugin {
  const give = (name: string, loaded: OnLoadResult & { contents: string }): OnLoadResult => {
    given.set(name, loaded.contents);
    return loaded.loader === "json" ? loaded : { ...loaded, contents: withoutForeignMap(loaded.contents) };
  };
  return {
    name: libraryPluginName,
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        try {
          return (tests && resolveOfTests(tests, args)) ?? resolve(libraries, args);
        } catch (error) {
          if (error instanceof Unresolved) return { errors: [{ text: error.message, detail: error.code }] };
          throw error;
        }
      });
      build.onLoad({ filter: /.*/, namespace: "function" }, ({ path }) =>
        give(path, { contents: tests?.covered?.["function.ts"] ?? source, loader: "ts" }),
      );
      build.onLoad({ filter: /.*/, namespace: testNamespace }, ({ path }) => give(path, textOfTests(tests, path)));
      build.onLoad({ filter: /.*/, namespace: "library" }, ({ path }) => {
        const contents = libraries.sources[path.slice("lib/".length, -".ts".length)] ?? "";
        const counted = tests?.covered?.[path.slice(0, -".ts".length)];
        return give(path, { contents: counted ?? contents, loader: "ts" });
      });
      build.onLoad({ filter: /.*/, namespace: "package" }, (args) => {
        const { id, path } = args.pluginData as PackageFile;
        return give(args.path.replace(moduleEnding, ""), {
          ...fileOf(libraries.packages[id], path),
          pluginData: args.pluginData as PackageFile,
        });
      });
      build.onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) =>
        give(path, { contents: absentModule(path), loader: "js" }),
      );
      build.onLoad({ filter: /.*/, namespace: "empty" }, ({ path }) =>
        give(path, { contents: "module.exports = {};", loader: "js" }),
      );
      // esbuild would read from the disk any import that it resolves by itself.
      build.onLoad({ filter: /.*/ }, ({ path }) => ({ errors: [{ text: `"${path}" is not a file of this build.` }] }));
    },
  };
}
