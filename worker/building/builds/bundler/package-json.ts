import type { BuildPackage } from "../libraries/build-libraries.ts";
import { Unresolved } from "./unresolved.ts";

export interface PackageJson {
  name: string;
  type?: unknown;
  main?: unknown;
  module?: unknown;
  browser?: unknown;
  exports?: unknown;
  imports?: unknown;
  sideEffects?: unknown;
  peerDependencies?: unknown;
  peerDependenciesMeta?: unknown;
  optionalDependencies?: unknown;
}

const read = new WeakMap<BuildPackage, PackageJson>();

/** @throws Unresolved */
export function packageJsonOf(one: BuildPackage): PackageJson {
  const known = read.get(one);
  if (known !== undefined) return known;
  try {
    const parsed: unknown = JSON.parse(one.files["package.json"] ?? "{}");
    const made = { ...(typeof parsed === "object" ? parsed : {}), name: one.name };
    read.set(one, made);
    return made;
  } catch {
    throw new Unresolved(`The package.json of "${one.name}" is not valid JSON.`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether package.json marks this dependency as optional. */
export function isOptional(one: BuildPackage, name: string): boolean {
  const { peerDependenciesMeta, optionalDependencies } = packageJsonOf(one);
  const meta = isObject(peerDependenciesMeta) ? peerDependenciesMeta[name] : undefined;
  return (
    (isObject(meta) && meta["optional"] === true) ||
    (isObject(optionalDependencies) && Object.hasOwn(optionalDependencies, name))
  );
}

/**
 * Whether a file is an ES module (Node.js, Packages, Determining module system): its ending decides, or else the `type`
 * in the nearest package.json. Undefined when neither does.
 */
export function isModuleFile(one: BuildPackage, path: string): boolean | undefined {
  if (path.endsWith(".mjs")) return true;
  if (path.endsWith(".cjs")) return false;
  let folder = path;
  while (folder !== "") {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const text = folder === "" ? one.files["package.json"] : one.files[`${folder}/package.json`];
    if (text === undefined) continue;
    const { type } = folder === "" ? packageJsonOf(one) : packageJsonOf(nestedOf(one, folder, text));
    return type === "module" ? true : type === "commonjs" ? false : undefined;
  }
  return undefined;
}

const nested = new WeakMap<BuildPackage, Map<string, BuildPackage>>();
/** The package.json of a folder in the package, treated as its own package. */
export function nestedOf(one: BuildPackage, folder: string, text: string): BuildPackage {
  const known = nested.get(one) ?? new Map<string, BuildPackage>();
  nested.set(one, known);
  const made = known.get(folder) ?? { ...one, files: { "package.json": text } };
  known.set(folder, made);
  return made;
}
