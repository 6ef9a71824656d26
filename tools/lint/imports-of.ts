import { posix } from "node:path";
import { parseSync } from "oxc-parser";

const workspace = "@ferrule/";

/** An import or re-export of a module, as written. */
export interface Import {
  specifier: string;
  /** The import is erased when the program runs. */
  isType: boolean;
  /** The position of the statement; null for a dynamic import inside an expression. */
  place: { start: number; end: number } | null;
}

/** Everything that a source imports or re-exports, including `import()` calls of a literal name. */
export function readImports(path: string, text: string): Import[] {
  const { module } = parseSync(path, text);
  const found: Import[] = [];
  for (const { start, end, moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    found.push({ specifier: moduleRequest.value, isType, place: { start, end } });
  }
  for (const { start, end, entries } of module.staticExports)
    for (const { isType, moduleRequest } of entries)
      if (moduleRequest) found.push({ specifier: moduleRequest.value, isType, place: { start, end } });
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = text.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    found.push({ specifier, isType: false, place: null });
  }
  return found;
}

/**
 * The path that a specifier refers to, relative to the root, whether or not the file exists; undefined for a package.
 */
export function pathOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(workspace)) return specifier.slice(workspace.length);
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** The last result for each path, because several checks ask about the same texts. */
const known = new Map<string, { text: string; found: ReadonlySet<string> }>();

/** The modules of this repository that a source imports or re-exports, relative to the root. Imports of types count. */
export function importsOf(path: string, text: string): ReadonlySet<string> {
  const before = known.get(path);
  if (before?.text === text) return before.found;
  const paths = readImports(path, text).map(({ specifier }) => pathOf(path, specifier));
  const found = new Set(paths.filter((each) => each !== undefined));
  known.set(path, { text, found });
  return found;
}
