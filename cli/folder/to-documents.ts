import { readableConfig } from "@ferrule/contract/function-config/read-config.ts";
import type {
  ProjectSource,
  ProjectSourceCollection,
  ProjectSourceCron,
  ProjectSourceEndpoint,
} from "@ferrule/contract/resources/project-source.ts";
import { documentSchemas, type DocumentKind } from "./document-schemas.ts";
import { singles, testEnding, type Document, type Documents, type Tree, type Value } from "./documents.ts";
import { canonicalContent } from "./contents/file-text.ts";
import { plainText } from "./plain-text.ts";
import { sparse } from "./sparse.ts";

const tree = (kind: DocumentKind, value: object): { tree: Tree } => ({
  tree: sparse(documentSchemas[kind], value as Value) as Tree,
});
const without = (value: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name, one]) => !names.includes(name) && one !== undefined));
/** It leaves out a name that equals the file's own. */
const named = (name: string, usual: string) => (name === usual ? {} : { name });

function functionDocuments({ slug, source, tests = "", name, ...settings }: ProjectSource["functions"][number]) {
  const { text } = plainText(source);
  const own = without({ ...named(name, slug), ...settings }, ...Object.keys(readableConfig(text)));
  const beside = tests === "" ? [] : [[`functions/${slug}${testEnding}`, { text: plainText(tests).text }] as const];
  return [
    [`functions/${slug}.ts`, { text }] as const,
    ...beside,
    [`functions/${slug}.yaml`, tree("function", own)] as const,
  ];
}

type Binding = ProjectSourceEndpoint["bindings"][number];

const listOf = { mcp: "tools", resource: "resources", prompt: "prompts", http: "routes" } as const;

function nameOf(binding: Binding): string {
  if (binding.kind === "http") return `${binding.method} ${binding.path}`;
  return binding.kind === "mcp" ? binding.toolName : binding.name;
}

function settingsOf(binding: Binding): object {
  const { function: offers, ...settings } = binding;
  const own = { function: offers, ...without(settings, "kind", "toolName", "name", "method", "path", "content") };
  const kept = binding.kind === "resource" && binding.content !== null ? canonicalContent(binding.content) : {};
  return { ...without(own), ...kept };
}

function endpointTree({ slug, name, bindings, kind, policies, ...rest }: ProjectSourceEndpoint) {
  const lists: Record<string, Record<string, object>> = { [kind === "mcp" ? "tools" : "routes"]: {} };
  for (const binding of bindings) (lists[listOf[binding.kind]] ??= {})[nameOf(binding)] = settingsOf(binding);
  return tree("endpoint", without({ kind, ...named(name, slug), ...rest, ...lists, policies }));
}

function collectionTree({ grants = [], ...rest }: ProjectSourceCollection) {
  const access = (environment: string) => {
    const here = grants.filter((one) => one.environment === environment);
    const of = (subject: "function" | "endpoint") =>
      Object.fromEntries(here.flatMap((one) => (subject in one ? [[(one as never)[subject], one.access]] : [])));
    return { functions: of("function"), endpoints: of("endpoint") };
  };
  return tree("collection", {
    ...without(rest, "name"),
    grants: { development: access("development"), production: access("production") },
  });
}

/** By environment, then by name. A second one with the same name gets its own key, and the name goes inside. */
function cronsTree(crons: readonly ProjectSourceCron[]) {
  const all: Record<string, Record<string, object>> = { development: {}, production: {} };
  for (const { environment, name, ...cron } of crons) {
    const there = (all[environment] ??= {});
    let key = name;
    // `in` also finds what every object has, such as __proto__.
    for (let at = 2; key in there; at += 1) key = `${name} #${at}`;
    there[key] = { ...cron, ...named(name, key) };
  }
  return tree("crons", all);
}

function libraryDocuments(libraries: ProjectSource["libraries"]): [string, Document][] {
  const versions: Record<string, Value> = {};
  const lock: Record<string, Value> = {};
  const sources: [string, Document][] = [];
  for (const library of libraries) {
    if (library.kind === "source") {
      sources.push([`lib/${library.name}.ts`, { text: plainText(library.source).text }]);
      if (library.version !== "1") lock[library.name] = { version: library.version };
      continue;
    }
    const { name, package: packageName, version } = library;
    versions[name] = packageName === name ? version : { package: packageName, version };
    const locked = without({ integrity: library.integrity, lock: library.lock });
    if (Object.keys(locked).length > 0) lock[name] = locked;
  }
  return [...sources, [singles.libraries, { tree: versions }], [singles.lock, { tree: lock }]];
}

/** A Project's source as the contents of its files, without defaults. */
export function toDocuments(source: ProjectSource): Documents {
  const environments = (all: ProjectSource["secrets"]) =>
    Object.fromEntries(all.map((one) => [one.name, one.environments]));
  const all: (readonly [string, Document])[] = [
    ...source.functions.flatMap(functionDocuments),
    ...libraryDocuments(source.libraries),
    ...source.endpoints.map((one) => [`endpoints/${one.slug}.yaml`, endpointTree(one)] as const),
    [singles.crons, cronsTree(source.crons)],
    ...source.collections.map((one) => [`collections/${one.name}.yaml`, collectionTree(one)] as const),
    [singles.connections, { tree: environments(source.connections) }],
    [singles.secrets, { tree: environments(source.secrets) }],
  ];
  return new Map(all.filter(([, one]) => "text" in one || Object.keys(one.tree).length > 0));
}
