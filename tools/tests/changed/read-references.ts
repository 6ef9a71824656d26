import { dirname, posix } from "node:path";
import { pathOf, readImports } from "../../lint/imports-of.ts";

/** The repository's files, for looking up names. Paths are relative to the root. */
export interface Tree {
  files: ReadonlySet<string>;
  /** The files below each folder, at any depth. */
  folders: ReadonlyMap<string, readonly string[]>;
}

export function treeOf(paths: readonly string[]): Tree {
  const folders = new Map<string, string[]>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      const below = folders.get(folder) ?? [];
      folders.set(folder, below);
      below.push(path);
    }
  return { files: new Set(paths), folders };
}

/**
 * The files that a path in a text refers to: the file itself, or a folder's files, unless the folder contains the
 * text's own file or a whole room.
 */
function namedBy(tree: Tree, from: string, text: string): readonly string[] {
  // Names relative to the root are looked up only if they contain a folder: every room has a package.json.
  for (const path of [posix.join(dirname(from), text), ...(text.includes("/") ? [posix.normalize(text)] : [])]) {
    const plain = path.replace(/\/$/, "");
    if (tree.files.has(plain)) return [plain];
    const below = tree.folders.get(plain);
    if (below !== undefined && !from.startsWith(`${plain}/`) && !tree.files.has(`${plain}/package.json`)) return below;
  }
  return [];
}

const literal = /(["'`])((?:\\.|(?!\1)[^\\\n$])+)\1/g;
const joined = /\b(?:join|resolve)\(([^()]*)\)/g;
const looksLikePath = /^[\w.@-]*[./][\w./@-]*$/;

/**
 * The repository's files that a source refers to at run time: those it imports, and those whose path it contains, whole
 * or as the parts of a `join`. Type imports are left out, because they are erased. It errs on the generous side: a text
 * that only looks like a path adds one reference too many.
 */
export function readReferences(tree: Tree, path: string, text: string): Set<string> {
  const found = new Set<string>();
  let rest = text;
  const see = (specifier: string) => {
    const target = pathOf(path, specifier);
    if (target !== undefined && tree.files.has(target)) found.add(target);
  };
  for (const { specifier, isType, place } of readImports(path, text)) {
    if (!isType) see(specifier);
    if (place !== null) rest = rest.slice(0, place.start) + " ".repeat(place.end - place.start) + rest.slice(place.end);
  }
  for (const [, , value = ""] of rest.matchAll(literal)) {
    if (value.startsWith("@ferrule/")) see(value);
    else if (looksLikePath.test(value)) for (const each of namedBy(tree, path, value)) found.add(each);
  }
  for (const [, inside = ""] of rest.matchAll(joined)) {
    const parts = [...inside.matchAll(literal)].map((match) => match[2] ?? "");
    if (parts.length > 0) for (const each of namedBy(tree, path, parts.join("/"))) found.add(each);
  }
  found.delete(path);
  // Nothing depends on a test file; the test runner names some of them in its tables, which does not count.
  for (const each of found) if (each.endsWith(".test.ts")) found.delete(each);
  return found;
}
