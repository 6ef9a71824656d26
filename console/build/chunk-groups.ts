import { join } from "node:path";

/** As much of a module as says what it needs before it runs. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Everything that a module imports before it runs, itself included. */
function withImports(graph: ModuleGraph, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) withImports(graph, next, seen);
  return seen;
}

/** Nearly every page needs these two. Where the validator's group took them along, each of those pages would load the validator. */
const small = /[\\/]contract[\\/]json-schema[\\/](?:is-object|sentences)\.ts$/;

/**
 * Which modules share a file. Left to itself the bundler makes a file of every set of pages that share something: 57 of
 * them before the sign-in form. Now there is one of what signing in needs, one of what stands around every page, and a few of
 * what several pages share, by what they are.
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
    // What weighs much, and only some pages need.
    {
      name: "validator",
      test: /[\\/]node_modules[\\/](?:re2js|lru-cache)[\\/]|[\\/]contract[\\/](?:json-schema|sensitive-schema|tool-schema)/,
      priority: 16,
    },
    { name: "documentation", test: /[\\/]docs[\\/][\w-]+\.md/, priority: 17 },
    { name: "editor", test: /[\\/]node_modules[\\/](?:@codemirror|@lezer)[\\/]/, priority: 15 },
    {
      name: "schemas",
      test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]contract[\\/](?:operations|resources)[\\/]/,
      minShareCount: 2,
      priority: 14,
    },
    {
      name: "parts",
      test: /[\\/]node_modules[\\/](?:lucide-react|@tanstack[\\/][\w-]*virtual[\w-]*)[\\/]|[\\/]console[\\/](?:api|shell|components)[\\/](?!form[\\/]|combobox|select|tabs|filters|place-bar|[\w-]*-filter)|[\\/]contract[\\/](?:json-schema[\\/](?:is-object|sentences)|[\w-]+)\.ts$/,
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
