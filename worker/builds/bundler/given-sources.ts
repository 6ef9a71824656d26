/** The texts that esbuild was given, by the names that they have in a source map: `function.ts`, `ms@2.1.3/index.js`. */
export type GivenSources = Map<string, string>;

interface SourceMap {
  version: number;
  sources: string[];
  mappings: string;
  names: string[];
}

/**
 * The map with the texts of its sources, taken from what was given to esbuild instead of from what it says to have read.
 * @throws when it names a source that nobody has given: esbuild has then read something else, and nothing of it may be kept
 */
export function withGivenSources({ version, sources, mappings, names }: SourceMap, given: GivenSources) {
  const sourcesContent = sources.map((name) => {
    const text = given.get(name);
    if (text === undefined)
      throw new Error(`The source map names ${JSON.stringify(name)}, which is no source of this build.`);
    return text;
  });
  return { version, sources, sourcesContent, mappings, names };
}
