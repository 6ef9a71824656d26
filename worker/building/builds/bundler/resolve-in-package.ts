import { exports as exported, imports as imported } from "resolve.exports";
import type { BuildPackage } from "../libraries/build-libraries.ts";
import { nestedOf, packageJsonOf, type PackageJson } from "./package-json.ts";
import { Unresolved } from "./unresolved.ts";

/** Removes `.` and `..` from a path inside the package. Null when it leaves the package. */
export function normalize(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

const mostFolders = 4;
const text = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The file for a path without its ending, found as Node's `require` does. */
export function fileAt(one: BuildPackage, path: string, depth = 0): string | undefined {
  const clean = normalize(path);
  // A folder's package.json may name a folder, even its own.
  if (clean === null || depth > mostFolders) return undefined;
  const has = (name: string) => Object.hasOwn(one.files, name);
  const endings = ["", ".js", ".mjs", ".cjs", ".json"].map((ending) => clean + ending);
  const found = endings.find((name) => name !== "" && has(name));
  if (found !== undefined) return found;
  const nested = clean === "" ? undefined : one.files[`${clean}/package.json`];
  if (nested !== undefined && has(`${clean}/package.json`)) {
    const { browser, module, main } = packageJsonOf(nestedOf(one, clean, nested));
    const entry = text(browser) ?? text(module) ?? text(main);
    const at = entry === undefined ? undefined : fileAt(one, `${clean}/${entry}`, depth + 1);
    if (at !== undefined) return at;
  }
  const folder = clean === "" ? "" : `${clean}/`;
  return ["index.js", "index.mjs", "index.cjs"].map((name) => folder + name).find(has);
}

interface LookupOptions {
  browser: true;
  require: boolean;
  conditions: string[];
}
type Lookup = (own: PackageJson, wanted: string, options: LookupOptions) => string[] | void;

function firstOf(one: BuildPackage, wanted: string, lookup: Lookup, isRequire: boolean): string {
  let targets: string[] | void;
  try {
    targets = lookup(packageJsonOf(one), wanted, { browser: true, require: isRequire, conditions: ["module"] });
  } catch (error) {
    throw new Unresolved(`"${one.name}" does not export "${wanted}".`, "BUNDLE_FAILED", { cause: error });
  }
  const target = targets?.[0];
  if (target === undefined) throw new Unresolved(`"${one.name}" does not export "${wanted}".`);
  return target;
}

/**
 * The file of a package that an outside import refers to. It comes from `exports` with the conditions `browser`,
 * `module` and `import` or `require`, otherwise from `browser`, `module` and `main` (Node's packages documentation).
 * `rest` is the path after the package's name.
 * @throws Unresolved
 */
export function resolveEntry(one: BuildPackage, rest: string, isRequire: boolean): string {
  const { exports, browser, module, main } = packageJsonOf(one);
  const wanted = rest === "" ? "." : `./${rest.replace(/\/$/, "")}`;
  const fields = isRequire ? [text(browser), text(main), text(module)] : [text(browser), text(module), text(main)];
  const targets =
    exports !== undefined && exports !== null
      ? [firstOf(one, wanted, exported, isRequire)]
      : rest === ""
        ? [...fields.filter((field) => field !== undefined), "index.js"]
        : [wanted];
  for (const target of targets) {
    const file = fileAt(one, target);
    if (file !== undefined) return file;
  }
  throw new Unresolved(`"${one.name}" has no file for "${wanted}".`);
}

/** The target of `#internal` in a package: one of its files, or another package. @throws Unresolved */
export const resolveInternal = (one: BuildPackage, wanted: string, isRequire: boolean): string =>
  firstOf(one, wanted, imported, isRequire);
