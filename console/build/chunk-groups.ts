import { join } from "node:path";

/** The part of a module that lists its static imports. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** The module and everything that it imports statically. */
function withImports(graph: ModuleGraph, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) withImports(graph, next, seen);
  return seen;
}

/**
 * Nearly every page needs these two. In the validator's group, they would make each of those pages load the validator.
 */
const small = /[\\/]contract[\\/]json-schema[\\/](?:is-object|sentences)\.ts$/;

/**
 * Decides which modules share a file. By default, the bundler makes a file for every set of pages that share something.
 * The sign-in form would load 57 of them. These groups make one file for signing in, one for the frame around every
 * page, and a few for what several pages share.
 * @param root the console's folder
 */
export function chunkGroups(root: string) {
  const shell = join(root, "shell", "console-app.tsx");
  let inShell: Set<string> | undefined;
  return [
    { name: "entry", tags: ["$initial" as const], priority: 30 },
    {
      name: (id: string, graph: ModuleGraph) => {
        inShell ??= withImports(graph, shell);
        return inShell.has(id) || small.test(id) ? "shell" : null;
      },
      debugName: "shell",
      priority: 20,
    },
    // Heavy modules that only some pages need.
    {
      name: "validator",
      test: /[\\/]node_modules[\\/](?:re2js|lru-cache)[\\/]|[\\/]contract[\\/](?:json-schema|sensitive-schema|tool-schema|tool-text)/,
      priority: 16,
    },
    // Pages with and without schemas need it: in the schemas' group, it would load them on each such page.
    { name: "permissions", test: /[\\/]contract[\\/]permissions[\\/]/, priority: 18 },
    { name: "documentation", test: /[\\/]docs[\\/][\w-]+\.md/, priority: 17 },
    { name: "editor", test: /[\\/]node_modules[\\/](?:@codemirror|@lezer)[\\/]/, priority: 15 },
    {
      name: "schemas",
      test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]contract[\\/](?:operations|resources)[\\/](?!.*\?without-schemas$)/,
      minShareCount: 2,
      priority: 14,
    },
    {
      name: "parts",
      test: /[\\/]node_modules[\\/](?:lucide-react|@tanstack[\\/][\w-]*virtual[\w-]*)[\\/]|[\\/]console[\\/](?:api|shell|components)[\\/](?!form[\\/]|combobox|select|tabs|filters|place-bar|[\w-]*-filter)|[\\/]contract[\\/](?:json-schema[\\/](?:is-object|sentences)|(?!permission-)[\w-]+)\.ts$|\?without-schemas$/,
      minShareCount: 2,
      priority: 12,
    },
    {
      name: "controls",
      test: /[\\/]node_modules[\\/]@base-ui[\\/]|[\\/]console[\\/]components[\\/](?!form[\\/])/,
      minShareCount: 2,
      priority: 11,
    },
    {
      name: "forms",
      test: /[\\/]node_modules[\\/]@tanstack[\\/][\w-]*form|[\\/]console[\\/]components[\\/]form[\\/]/,
      minShareCount: 2,
      priority: 10,
    },
  ];
}
