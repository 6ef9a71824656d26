/** The texts that we gave to esbuild, by their names in a source map: `function.ts`, `ms@2.1.3/index.js`. */
export type GivenSources = Map<string, string>;

interface SourceMap {
  version: number;
  sources: string[];
  mappings: string;
  names: string[];
}

/**
 * The map with the source texts that we gave to esbuild, not those that esbuild claims to have read.
 * @throws when the map names a source that we did not give: then esbuild has read another file, and the result must be
 * thrown away
 */
export function withGivenSources({ version, sources, mappings, names }: SourceMap, given: GivenSources) {
  const sourcesContent = sources.map((name) => {
    const text = given.get(name);
    if (text === undefined)
      throw new Error(`The source map names ${JSON.stringify(name)}, which is not a source of this build.`);
    return text;
  });
  return { version, sources, sourcesContent, mappings, names };
}
