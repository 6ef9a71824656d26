import type { BuildPackage } from "../libraries/build-libraries.ts";

const mostSpecifiers = 60;

/**
 * The names for importing a package: its own, and the paths in its `exports` (Node.js, Packages, Subpath exports). It
 * leaves out patterns and files without code. At most 60.
 */
export function packageSpecifiers(name: string, { files }: BuildPackage): string[] {
  let manifest: { exports?: unknown };
  try {
    manifest = JSON.parse(files["package.json"] ?? "{}") as { exports?: unknown };
  } catch {
    return [name];
  }
  const { exports } = manifest;
  if (typeof exports !== "object" || exports === null) return [name];
  const paths = Object.keys(exports).filter((path) => path.startsWith("./") && !/\*|\.json$/.test(path));
  return [name, ...paths.slice(0, mostSpecifiers).map((path) => `${name}/${path.slice(2)}`)];
}
