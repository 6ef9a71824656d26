import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** The folder of an installed package, wherever npm put it. */
function packageFolder(name: string): string {
  const found = (require.resolve.paths(`${name}/package.json`) ?? [])
    .map((folder) => join(folder, name))
    .find((path) => existsSync(join(path, "package.json")));
  if (found === undefined) throw new Error(`The package ${name} is not installed.`);
  return found;
}

const own = dirname(fileURLToPath(import.meta.url));
const jsonSchema = dirname(fileURLToPath(import.meta.resolve("@ferrule/contract/json-schema/check-schema.ts")));
const guest = dirname(fileURLToPath(import.meta.resolve("@ferrule/contract/guest/ferrule.d.ts")));

/** Where the build processes and what they read are. */
export const buildFolders = {
  own,
  /** The types a Function's author sees. */
  guest,
  /** The declarations that the compiler reads: TypeScript's own, and the guest types. */
  declarations: [join(packageFolder("typescript-compiler"), "lib"), guest],
  /** What decides about schemas, here and wherever they are used: the one folder of another room that is run here. */
  jsonSchema,
  package: packageFolder,
};
