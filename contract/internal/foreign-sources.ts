import { z } from "zod";

const map = z.looseObject({ sources: z.array(z.string()), sourcesContent: z.array(z.string().nullable()).optional() });

/** A Function, a source Library, a file of a package (`name@version/path`), or what stands for a file that a package leaves out. */
const ours = /^(?:function\.ts|empty|lib\/[^/]+\.ts|(?:@[^/@]+\/)?[^/@]+@[^/]+\/.+)$/;

const absent = (name: string) =>
  `throw new Error(${JSON.stringify(`The module "${name}" does not exist in the sandbox.`)}); module.exports = {};`;

/**
 * The sources of a bundle's map that are none of a build's: builders of before followed source map comments to files of the worker.
 * A text that is no map names none.
 */
export function foreignSources(sourceMap: string): string[] {
  let given: unknown;
  try {
    given = JSON.parse(sourceMap);
  } catch {
    return [];
  }
  const read = map.safeParse(given);
  if (!read.success) return [];
  const { sources, sourcesContent = [] } = read.data;
  return sources.filter((name, index) => !ours.test(name) && sourcesContent[index] !== absent(name));
}

/** In the place of such a map: nothing of the code is mapped. */
export const emptySourceMap =
  '{"version":3,"sources":[],"sourcesContent":[],"mappings":"","names":[],"file":"function.js"}';
