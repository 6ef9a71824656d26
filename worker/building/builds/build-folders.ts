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
const inContract = (file: string) => dirname(fileURLToPath(import.meta.resolve(`@ferrule/contract/${file}`)));
const guest = inContract("guest/ferrule.d.ts");

/** The folders of the build processes and of the files that they read. */
export const buildFolders = {
  own,
  /** The types that a Function's author sees. */
  guest,
  /** The declarations that the compiler reads: TypeScript's own and the guest types. */
  declarations: [join(packageFolder("typescript-compiler"), "lib"), guest],
  /**
   * The code for schemas and questions, which also runs in the worker itself. A build process loads no other folder of
   * another package.
   */
  contract: [
    inContract("json-schema/is-object.ts"),
    inContract("mcp/questions/question-schema.ts"),
    inContract("warnings/sensitive-names.ts"),
  ],
  package: packageFolder,
};
