import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const imported = /from "\.\/([\w/-]+)\.ts"/g;

/**
 * The slices of the control plane, which are the folders of its floors (`data/records`), each with its own modules: the
 * operations that its `handlers.ts` names, and `handlers.ts` itself. The list is derived, so no slice can be missing.
 */
export function slices(root: string): Map<string, string[]> {
  const controlPlane = join(root, "control-plane");
  const foldersOf = (path: string) =>
    readdirSync(path, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !["dist", "node_modules", "testing"].includes(entry.name),
    );
  const names = foldersOf(controlPlane).flatMap((floor) =>
    foldersOf(join(controlPlane, floor.name)).map(({ name }) => `${floor.name}/${name}`),
  );
  return new Map(
    names.map((name) => {
      const handlers = join(controlPlane, name, "handlers.ts");
      if (!existsSync(handlers)) return [name, []];
      const operations = [...readFileSync(handlers, "utf8").matchAll(imported)].map(([, module = ""]) => module);
      return [name, ["handlers", ...operations]];
    }),
  );
}

/** A pattern for imports, from any depth, of modules that another slice keeps private; null if there are none. */
export function operationsOfOthers(all: ReadonlyMap<string, readonly string[]>, slice: string): string | null {
  const others = [...all].filter(([name, own]) => name !== slice && own.length > 0);
  if (others.length === 0) return null;
  const choices = others.map(([name, own]) => `${name.split("/").at(-1)}/(${own.join("|")})`);
  return String.raw`^(\.\./|@ferrule/control-plane/)[./]*([\w-]+/)?(${choices.join("|")})\.ts$`;
}
