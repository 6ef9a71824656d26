import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const imported = /from "\.\/([\w/-]+)\.ts"/g;

/**
 * The slices of the control plane, which are its folders, each with the modules in it that are its own: the operations
 * that its `handlers.ts` names, and `handlers.ts` itself. Nobody keeps this list, so no slice can be missing from it.
 */
export function slices(root: string): Map<string, string[]> {
  const controlPlane = join(root, "control-plane");
  const folders = readdirSync(controlPlane, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== "node_modules",
  );
  return new Map(
    folders.map(({ name }) => {
      const handlers = join(controlPlane, name, "handlers.ts");
      if (!existsSync(handlers)) return [name, []];
      const operations = [...readFileSync(handlers, "utf8").matchAll(imported)].map(([, module = ""]) => module);
      return [name, ["handlers", ...operations]];
    }),
  );
}

/** A pattern of the imports, from any depth, that reach into what another slice keeps to itself; null if there is nothing. */
export function operationsOfOthers(all: ReadonlyMap<string, readonly string[]>, slice: string): string | null {
  const others = [...all].filter(([name, own]) => name !== slice && own.length > 0);
  if (others.length === 0) return null;
  const choices = others.map(([name, own]) => `${name}/(${own.join("|")})`);
  return String.raw`^(\.\./|@ferrule/control-plane/)[./]*(${choices.join("|")})\.ts$`;
}
