import type { BuildPackage } from "../libraries/build-libraries.ts";
import { packageJsonOf } from "./package-json.ts";

/** A replacement in a `browser` map for a file or module: another one, or nothing (false). */
type Replacement = string | false;

const maps = new WeakMap<BuildPackage, Map<string, Replacement>>();

/** The map with unchanged keys. Empty when `browser` is not a map. */
function mapOf(one: BuildPackage): Map<string, Replacement> {
  const known = maps.get(one);
  if (known !== undefined) return known;
  const { browser } = packageJsonOf(one);
  const entries: [string, unknown][] = typeof browser === "object" && browser !== null ? Object.entries(browser) : [];
  const made = new Map(
    entries.filter((entry): entry is [string, Replacement] => typeof entry[1] === "string" || entry[1] === false),
  );
  maps.set(one, made);
  return made;
}

/** The replacement for an imported module. */
export const replacedModule = (one: BuildPackage, specifier: string): Replacement | undefined =>
  mapOf(one).get(specifier);

/**
 * The replacement for a file of the package, given its path there. The map may name the file with or without `./`, its
 * ending, or `index` (https://github.com/defunctzombie/package-browser-field-spec, and what bundlers accept beyond it).
 */
export function replacedFile(one: BuildPackage, path: string): Replacement | undefined {
  const map = mapOf(one);
  if (map.size === 0) return undefined;
  const stem = path.replace(/\.(?:[cm]?js|json)$/, "");
  const names = [path, stem, ...(/(?:^|\/)index$/.test(stem) ? [stem.replace(/\/?index$/, "") || "."] : [])];
  for (const name of names) {
    for (const key of [`./${name}`, name]) {
      const found = map.get(key);
      // Plain "util" is the module, not a file of that name.
      if (found !== undefined && (key.startsWith("./") || name === path || name.includes("/"))) return found;
    }
  }
  return undefined;
}
