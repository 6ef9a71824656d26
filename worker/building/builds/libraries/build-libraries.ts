/** One package with the files that a type check or a bundle may need. */
export interface BuildPackage {
  name: string;
  version: string;
  /** The ids of the packages to which its own imports resolve, by name. */
  dependencies: Record<string, string>;
  /** Texts by their path in the package: `package.json`, `dist/index.js`, `dist/index.d.ts`. */
  files: Record<string, string>;
}

/** Everything besides "ferrule" that one Function may import, unpacked in a build process. */
export interface BuildLibraries {
  /** TypeScript sources by name: `money` is imported as `lib/money`. */
  sources: Record<string, string>;
  /** The id of the package to which an import of this name resolves. */
  roots: Record<string, string>;
  /** By id: `name@version`. */
  packages: Record<string, BuildPackage>;
}

export const noLibraries: BuildLibraries = { sources: {}, roots: {}, packages: {} };

export const packageId = (name: string, version: string): string => `${name}@${version}`;

/**
 * `csv-parse/sync` belongs to `csv-parse`, `@acme/dates/iso` to `@acme/dates`. The rest is the path inside the package.
 */
export function splitSpecifier(specifier: string): { name: string; rest: string } {
  const parts = specifier.split("/");
  const length = specifier.startsWith("@") ? 2 : 1;
  return { name: parts.slice(0, length).join("/"), rest: parts.slice(length).join("/") };
}
