import { significantTokens } from "./significant-tokens.ts";

const most = 200;
const packagePattern = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(?:\/|$)/i;

/** `csv-parse/sync` is of the package `csv-parse`; `lib/money` is a Library by that whole name. */
function libraryOf(specifier: string): string | null {
  if (specifier === "ferrule" || specifier.length > 214 || !packagePattern.test(specifier)) return null;
  const [first = "", second = ""] = specifier.split("/");
  return (first.startsWith("@") || first === "lib") && second !== "" ? `${first}/${second}` : first;
}

/**
 * The Libraries that a source imports, sorted, at most 200: found by its words alone, so that nothing is parsed or
 * evaluated here. The build is what decides; this is what a list shows. Time grows linearly with the source.
 */
export function importedLibraries(source: string): string[] {
  const found = new Set<string>();
  let last = "";
  let oneBefore = "";
  for (const token of significantTokens(source)) {
    if (token.startsWith('"')) {
      const isImport =
        last === "from" || (last === "import" && oneBefore !== ".") || (last === "(" && oneBefore === "import");
      const library = isImport ? libraryOf(token.slice(1)) : null;
      if (library !== null) found.add(library);
      if (found.size >= most) break;
    }
    oneBefore = last;
    last = token;
  }
  return [...found].sort();
}
