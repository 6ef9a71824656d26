import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildFolders } from "../build-folders.ts";
import { packageId } from "../libraries/build-libraries.ts";
import { ownModulesId, replacedDependencies, type StandInPackage } from "./read-stand-ins.ts";

/** The packages that bundlers usually substitute for Node's modules. */
const packages = [
  "@noble/ciphers",
  "@noble/curves",
  "@noble/hashes",
  "assert",
  "browserify-zlib",
  "buffer",
  "events",
  "micro-rsa-dsa-dh",
  "os-browserify",
  "path-browserify",
  "punycode",
  "querystring-es3",
  "readable-stream",
  "string_decoder",
  "url",
  "util",
];
interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** The folder in which Node would find a package from here. */
function folderFrom(folder: string, name: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
    if (at === dirname(at)) throw new Error(`The package ${name} is not installed.`);
  }
}

/** Every package of the stand-ins, with the folder where it is installed. Ours comes first. */
export function findStandIns(): StandInPackage[] {
  const found = new Map<string, StandInPackage>();
  const visit = (folder: string): string => {
    const { name, version, dependencies = {} } = manifestOf(folder);
    const id = packageId(name, `${version}-sandbox`);
    if (found.has(id)) return id;
    const one: StandInPackage = { id, name, version, folder, dependencies: {} };
    found.set(id, one);
    for (const dependency of Object.keys(dependencies))
      one.dependencies[dependency] = Object.hasOwn(replacedDependencies, dependency)
        ? packageId(dependency, "sandbox")
        : visit(folderFrom(folder, dependency));
    return id;
  };
  const dependencies = Object.fromEntries(packages.map((name) => [name, visit(buildFolders.package(name))]));
  const folder = join(buildFolders.own, "stand-ins", "modules");
  return [{ id: ownModulesId, name: "node", version: "sandbox", folder, dependencies }, ...found.values()];
}
