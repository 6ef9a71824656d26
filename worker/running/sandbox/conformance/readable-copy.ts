import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

const checkout = realpathSync(join(import.meta.dirname, "../../../.."));
const rooms = ["worker", "kit", "contract"];
/** Only builds use the compiler, and it is larger than all others. */
const leftOut = new Set(["typescript-compiler"]);

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The folders, in this checkout, of all packages that a worker's sandbox may load. */
function packageFolders(): string[] {
  const found = new Set<string>();
  const visit = (folder: string) => {
    const manifest = JSON.parse(readFileSync(join(checkout, folder, "package.json"), "utf8")) as Manifest;
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const at = join("node_modules", name);
      // A package with another version lies in the folder of its dependent, and is copied with it.
      if (name.startsWith("@ferrule/") || leftOut.has(name) || found.has(at) || !existsSync(join(checkout, at)))
        continue;
      found.add(at);
      visit(at);
    }
  };
  for (const room of rooms) visit(room);
  return [...found];
}

/**
 * Copies everything that a sandbox needs into a folder that everybody may read. Returns the paths of Node and of a
 * module there.
 */
export function readableCopy(folder: string): { node: string; there: (path: string) => string } {
  chmodSync(folder, 0o755);
  const node = join(folder, "node");
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  for (const path of [...rooms, ...packageFolders()])
    cpSync(join(checkout, path), join(folder, path), { recursive: true, dereference: true });
  copyFileSync(join(checkout, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, "node_modules/@ferrule"), { recursive: true });
  for (const room of rooms) symlinkSync(join(folder, room), join(folder, "node_modules/@ferrule", room));
  return { node, there: (path) => realpathSync(path).replace(checkout, folder) };
}
