import { testEnding } from "./documents.ts";

/** Names that Windows keeps for devices, also before an extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(?:\.|$)/i;

/** Appended to a name that a file system may confuse with another: no name in Ferrule contains it. */
const apart = "~";

/**
 * The path of a new file. `~` is added to a name that Windows keeps (`con`), or that differs from a taken one in case only.
 * @param taken the paths that are there, in lower case
 */
export function newPath(usual: string, taken: ReadonlySet<string>): string {
  const slash = usual.lastIndexOf("/") + 1;
  const lastDot = usual.indexOf(".", slash + 1) === -1 ? usual.length : usual.lastIndexOf(".");
  const dot = usual.endsWith(testEnding) ? usual.length - testEnding.length : lastDot;
  const [folder, stem, extension] = [usual.slice(0, slash), usual.slice(slash, dot), usual.slice(dot)];
  let name = reserved.test(stem) ? stem + apart : stem;
  while (taken.has(`${folder}${name}${extension}`.toLowerCase())) name += apart;
  return `${folder}${name}${extension}`;
}

/** The name that the stem of a file stands for. */
export const nameOfStem = (stem: string): string => stem.replace(/~+$/, "");
