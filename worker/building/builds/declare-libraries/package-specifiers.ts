import type { BuildPackage } from "../libraries/build-libraries.ts";

const mostSpecifiers = 60;

/**
 * The names that a package can be imported by: its own, and the paths in its `exports` (Node.js, Packages, Subpath
 * exports). Patterns and files without code are left out. At most 60.
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
