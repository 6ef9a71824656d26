import { posix } from "node:path";

const exported = /export \{ ([\w, ]+) \} from "([^"]+)\.ts"/g;
const fileOf = (operation: string) => operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Checks that each operation of a slice is in the file of the same name, and that `reads.ts` holds only a get or list.
 * @param sources the texts of the sources, by their path in the repository
 * @returns one sentence for each operation that is elsewhere
 */
export function checkHandlers(sources: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [path, text] of sources) {
    if (!path.startsWith("control-plane/") || posix.basename(path) !== "handlers.ts") continue;
    for (const [, names = "", module = ""] of text.matchAll(exported)) {
      const file = posix.basename(module);
      for (const name of names.split(", ")) {
        const isAtHome = file === "reads" ? /^(get|list)[A-Z]/.test(name) : file === fileOf(name);
        if (!isAtHome) found.push(`${path} names ${name} of ${file}.ts: its file is ${fileOf(name)}.ts.`);
      }
    }
  }
  return found;
}
