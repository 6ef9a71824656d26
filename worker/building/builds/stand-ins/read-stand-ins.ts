import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildPackage, packageId } from "../libraries/build-libraries.ts";

/** An installed package that replaces a Node module, or that such a package depends on. */
export interface StandInPackage {
  id: string;
  name: string;
  version: string;
  folder: string;
  dependencies: Record<string, string>;
}

/** The package of our own modules, which are small and use the other packages. */
export const ownModulesId = "node@sandbox";

/** Dependencies of these packages that the sandbox replaces with something better. */
export const replacedDependencies: Record<string, string> = {
  "abort-controller": "module.exports = { AbortController, AbortSignal };",
  process: 'module.exports = require("node:process");',
};

const isCode = /\.c?js$|(?:^|\/)package\.json$/;
const isBeside = /(?:^|\/)(?:dist|examples?|node_modules|src|tests?|\.github)\//;
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => isCode.test(name) && !isBeside.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** The stand-ins as packages of a build, by id. */
export function readStandIns(packages: readonly StandInPackage[]): Record<string, BuildPackage> {
  const read = packages.map(({ id, name, version, folder, dependencies }): [string, BuildPackage] => {
    const files = filesIn(folder);
    files["package.json"] ??= '{"sideEffects":false}';
    return [id, { name, version, dependencies, files }];
  });
  const instead = Object.entries(replacedDependencies).map(([name, text]): [string, BuildPackage] => {
    const files = { "package.json": "{}", "index.js": text };
    return [packageId(name, "sandbox"), { name, version: "sandbox", dependencies: {}, files }];
  });
  return Object.fromEntries([...read, ...instead]);
}
