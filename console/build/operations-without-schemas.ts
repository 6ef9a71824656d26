import { resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type { Operation } from "@ferrule/contract/operation.ts";

const suffix = "?without-schemas";
/** The fields of an operation that the client and the rules for disabled buttons need. */
const kept = ["method", "path", "scope", "roles", "rolesIn", "reads", "whenManaged"] as const;

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;

function withoutSchemas(value: unknown): unknown {
  if (isOperation(value)) return Object.fromEntries(kept.flatMap((key) => (key in value ? [[key, value[key]]] : [])));
  if (Array.isArray(value) || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSchemas(inner)]));
}

const isPlain = (value: unknown) => typeof value !== "function" && !(value as { _zod?: unknown } | null)?._zod;

/**
 * Gives the client and the permission tables the operations as data without their zod schemas, so that the first script
 * carries neither zod nor a hundred schemas: 22 KB instead of 160 KB. A page that checks a form imports the operation's
 * own file, which brings the whole operation in the page's chunk.
 */
export function operationsWithoutSchemas(contract: string): Plugin {
  const users = new Set([resolve(contract, "client.ts"), resolve(contract, "deployment-actions.ts")]);
  const usersFolder = resolve(contract, "..", "console", "api") + sep;
  return {
    name: "operations-without-schemas",
    enforce: "pre",
    async resolveId(source, importer) {
      if (importer === undefined || !/\/operations(?:\.ts|\/[\w-]+\.ts)$/.test(source)) return null;
      const from = importer.split("?")[0] ?? "";
      if (!users.has(from) && !from.startsWith(usersFolder)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved ? `${resolved.id}${suffix}` : null;
    },
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const file = id.slice(0, -suffix.length);
      this.addWatchFile(file);
      const exports = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      return Object.entries(exports)
        .filter(([, value]) => isPlain(value))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(withoutSchemas(value))};`)
        .join("\n");
    },
  };
}
