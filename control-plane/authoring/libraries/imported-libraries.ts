import { parse } from "es-module-lexer";

const most = 200;
const packagePattern = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(?:\/|$)/i;

/** `csv-parse/sync` belongs to the package `csv-parse`; `lib/money` is the full name of a Library. */
function libraryOf(specifier: string): string | null {
  if (
    specifier === "ferrule" ||
    specifier.startsWith("ferrule/") ||
    specifier.length > 214 ||
    !packagePattern.test(specifier)
  )
    return null;
  const [first = "", second = ""] = specifier.split("/");
  return (first.startsWith("@") || first === "lib") && second !== "" ? `${first}/${second}` : first;
}

/** The specifiers that a source imports, as written; empty when the lexer cannot parse the source. */
function specifiersOf(source: string): string[] {
  try {
    const [imports] = parse(source);
    return imports.flatMap(({ specifier }) => specifier ?? []);
  } catch {
    return [];
  }
}

/**
 * The Libraries that a source imports, sorted, at most 200. A lexer finds them, so nothing is evaluated here. This list
 * is for display: the build decides, and reports the place of an error. Time grows linearly with the source.
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
