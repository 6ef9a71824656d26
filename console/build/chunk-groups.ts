import { join, matchesGlob, relative, sep } from "node:path";

/** The part of a module that lists its static imports. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Files as globs from the repository's root, and which of them are left out. */
interface Files {
  of: readonly string[];
  except?: readonly string[];
}

/** What shares a file. A test finds each glob that matches nothing. */
export const filesOf = {
  // Nearly every page needs these. In the groups of the validator and of the forms, they would make each of those pages
  // load all of a group.
  small: { of: ["contract/json-schema/{is-object,sentences}.ts", "console/components/form/labelled.tsx"] },
  validator: { of: ["node_modules/{re2js,lru-cache}/**", "contract/{json-schema,warnings}/**"] },
  // Schemas and pages without schemas need it: in the group of the schemas, it would bring them onto each such page.
  permissions: { of: ["contract/permissions/**"] },
  editor: { of: ["node_modules/{@codemirror,@lezer}/**"] },
  schemas: { of: ["node_modules/zod/**", "contract/{operations,resources}/**"] },
  parts: {
    of: [
      "node_modules/lucide-react/**",
      "node_modules/@tanstack/*virtual*/**",
      "console/{api,shell,components}/**",
      "contract/*.ts",
    ],
    except: [
      "console/components/form/**",
      "console/components/tabs.tsx",
      "console/components/filter/{filters,*-filter}.tsx",
    ],
  },
  controls: { of: ["node_modules/@base-ui/**", "console/components/**"], except: ["console/components/form/**"] },
  forms: { of: ["node_modules/@tanstack/*form*/**", "console/components/form/**"] },
} satisfies Record<string, Files>;

/** An operation as data, which `operations-without-schemas.ts` makes. */
const isWithoutSchemas = (id: string) => id.endsWith("?without-schemas");

/** The path of a module from the repository's root; of a package, from `node_modules`. */
function pathOf(repository: string, id: string): string {
  const [file = ""] = relative(repository, id).split("?");
  const path = file.replaceAll(sep, "/");
  return path.slice(Math.max(0, path.lastIndexOf("node_modules/")));
}

/** The module and everything that it imports statically. */
function withImports(graph: ModuleGraph, id: string, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) withImports(graph, next, seen);
  return seen;
}

/**
 * Decides which modules share a file. By default the bundler makes a file for every set of pages that share something.
 * The sign-in form would load 57 of them. These groups make one file for signing in, one for the frame around every
 * page, and a few for what several pages share.
 * @param root the console's folder
 */
export function chunkGroups(root: string) {
  const shell = join(root, "shell", "console-app.tsx");
  let inShell: Set<string> | undefined;
  const isOf = (name: keyof typeof filesOf, id: string) => {
    const { of, except = [] }: Files = filesOf[name];
    const path = pathOf(join(root, ".."), id);
    const matches = (glob: string) => matchesGlob(path, glob);
    return of.some(matches) && !except.some(matches);
  };
  const group = (name: keyof typeof filesOf) => ({ name, test: (id: string) => isOf(name, id) });
  const shared = { minShareCount: 2 };
  return [
    { name: "entry", tags: ["$initial" as const], priority: 30 },
    {
      name: (id: string, graph: ModuleGraph) => {
        inShell ??= withImports(graph, shell);
        return inShell.has(id) || isOf("small", id) ? "shell" : null;
      },
      debugName: "shell",
      priority: 20,
    },
    { ...group("permissions"), priority: 18 },
    { ...group("validator"), priority: 16 },
    { ...group("editor"), priority: 15 },
    { name: "schemas", test: (id: string) => !isWithoutSchemas(id) && isOf("schemas", id), ...shared, priority: 14 },
    { name: "parts", test: (id: string) => isWithoutSchemas(id) || isOf("parts", id), ...shared, priority: 12 },
    { ...group("controls"), ...shared, priority: 11 },
    { ...group("forms"), ...shared, priority: 10 },
  ];
}
