import type { Stats } from "node:fs";
import { join } from "node:path";
import { singles, type Problem } from "../../folder/documents.ts";
import { locate, roomNames } from "../../folder/locate.ts";
import { codeOf, type FileSystem } from "./file-system.ts";

/** Much more than any file of a Project holds. */
const mostBytes = 8 * 1_048_576;
const mostFiles = 50_000;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export interface ReadFiles {
  /** Texts by path, with slashes; a file that is not part of the Project has no text. */
  files: Map<string, string>;
  problems: Problem[];
}

const linked = "is a symbolic link: put the file itself here, so that nothing outside of the folder is read or written";

/**
 * Reads the files of a Project's folder. It refuses symbolic links, wherever they lead.
 * @throws the file system's error when a file cannot be read
 */
export async function readFiles(root: string, fs: FileSystem): Promise<ReadFiles> {
  const files = new Map<string, string>();
  const problems: Problem[] = [];
  const found: string[] = [];
  const absolute = (path: string) => join(root, ...path.split("/"));
  const statOf = async (path: string): Promise<Stats | null> => {
    try {
      return await fs.lstat(absolute(path));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  };

  const walk = async (folder: string): Promise<void> => {
    for (const entry of await fs.readdir(absolute(folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (found.length >= mostFiles) return;
      if (entry.isSymbolicLink()) problems.push({ file: path, message: linked });
      else if (entry.isDirectory()) await walk(path);
      else found.push(path);
    }
  };
  for (const path of [...roomNames, ...Object.values(singles)]) {
    const stats = await statOf(path);
    if (stats === null) continue;
    if (stats.isSymbolicLink()) problems.push({ file: path, message: linked });
    else if (roomNames.includes(path) && stats.isDirectory()) await walk(path);
    else if (stats.isFile()) found.push(path);
  }
  const read = async (path: string) => {
    if (locate(path).document === null) return files.set(path, "");
    const bytes = await fs.readFile(absolute(path));
    if (bytes.length > mostBytes) return problems.push({ file: path, message: "is larger than 8 MiB" });
    try {
      return files.set(path, decoder.decode(bytes));
    } catch {
      return problems.push({ file: path, message: "is not UTF-8 text" });
    }
  };
  // Reads a few files at once: a folder of 1,000 Functions must not use up the file handles.
  const open = found.values();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (const path of open) await read(path);
    }),
  );
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), problems };
}
