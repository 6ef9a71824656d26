import { importsOf } from "./imports-of.ts";

interface Described {
  readers: readonly string[];
}

/** The source folders of each reader. */
const places: Record<string, RegExp> = {
  gateway: /^gateway\//,
  "control-plane": /^control-plane\//,
  worker: /^worker\//,
  start: /^(?:one-machine\/|start\.ts$)/,
};

const isTest = (path: string) => /\.test\.ts$|\/testing\//.test(path);

/**
 * A name in code: a member, a key of a pattern, or a text of its own. A key in a declaration has an object after it.
 */
const useOf = (name: string) => new RegExp(String.raw`(?:\.|["{,(|]\s*)${name}\b(?!:\s*\{)`);

/** The sources of a reader, plus the files of the contract that they import, directly or indirectly. */
function sourcesOf(reader: string, sources: ReadonlyMap<string, string>): string[] {
  const reached = new Set([...sources.keys()].filter((path) => places[reader]?.test(path) === true && !isTest(path)));
  // Iterating over a set also visits the members that are added on the way.
  for (const path of reached)
    for (const imported of importsOf(path, sources.get(path) ?? ""))
      if (imported.startsWith("contract/") && sources.has(imported)) reached.add(imported);
  return [...reached].map((path) => sources.get(path) ?? "");
}

/**
 * The readers that do not read their settings, one line each. A setting that production refuses counts as read.
 * @param sources the texts of the sources, by their path in the repository
 */
export function checkSettings(
  settings: Readonly<Record<string, Described>>,
  sources: ReadonlyMap<string, string>,
): string[] {
  const texts = new Map(Object.keys(places).map((reader) => [reader, sourcesOf(reader, sources)]));
  return Object.entries(settings).flatMap(([name, { readers }]) =>
    readers
      .filter((reader) => texts.get(reader)?.some((text) => useOf(name).test(text)) !== true)
      .map((reader) => `${name}: contract/settings/settings.ts names the reader ${reader}, which does not read it.`),
  );
}
