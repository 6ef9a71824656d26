import { parse } from "es-module-lexer";

const most = 200;
const packagePattern = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(?:\/|$)/i;

/** `csv-parse/sync` is of the package `csv-parse`; `lib/money` is a Library by that whole name. */
function libraryOf(specifier: string): string | null {
  if (specifier === "ferrule" || specifier.length > 214 || !packagePattern.test(specifier)) return null;
  const [first = "", second = ""] = specifier.split("/");
  return (first.startsWith("@") || first === "lib") && second !== "" ? `${first}/${second}` : first;
}

/** What a source imports, as written; nothing for a source that the lexer cannot read. */
function specifiersOf(source: string): string[] {
  try {
    const [imports] = parse(source);
    return imports.flatMap(({ specifier }) => specifier ?? []);
  } catch {
    return [];
  }
}

/**
 * The Libraries that a source imports, sorted, at most 200. A lexer finds them, so that nothing is evaluated here. The
 * build is what decides, and it names the place of an error; this is what a list shows. Time grows linearly with the
 * source.
 */
export function importedLibraries(source: string): string[] {
  const found = new Set<string>();
  for (const specifier of specifiersOf(source)) {
    const library = libraryOf(specifier);
    if (library !== null) found.add(library);
    if (found.size >= most) break;
  }
  return [...found].toSorted((one, other) => (one < other ? -1 : 1));
}
