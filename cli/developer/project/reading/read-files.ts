import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import { singles, type Problem } from "../../../folder/documents.ts";
import { fileText } from "../../../folder/contents/file-text.ts";
import { locate, roomNames } from "../../../folder/locate.ts";
import { codeOf, type FileSystem } from "../file-system.ts";

/** Much more than any file of a Project holds. */
const mostBytes = 8 * 1_048_576;
const mostFiles = 50_000;
/** File systems count times in steps of up to two seconds. A file that is younger may change and keep its time. */
const youngMs = 2_500;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

type Read = { text: string } | { problem: string };

/** What files held when they were last read: a file whose times, size and place on the disk are the same is not read again. */
export type KeptFiles = Map<string, { stamp: string; read: Read }>;

export interface ReadFiles {
  /** Texts by path, with slashes; a file that is not part of the Project has no text. */
  files: Map<string, string>;
  problems: Problem[];
  /** The folders that were looked into, by path, with what tells one from another of the same name. */
  folders: Map<string, string>;
}

const linked = "is a symbolic link: put the file itself here, so that nothing outside of the folder is read or written";

const stampOf = ({ mtimeNs, ctimeNs, size, ino }: BigIntStats) => [mtimeNs, ctimeNs, size, ino].join(" ");
const isYoung = ({ mtimeMs, ctimeMs }: BigIntStats) =>
  Date.now() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs) < youngMs;

/** A file of the Project: its text, or why it cannot be read. */
function readText(bytes: Uint8Array): Read {
  if (bytes.length > mostBytes) return { problem: "is larger than 8 MiB" };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { problem: "is not UTF-8 text" };
  }
}

/** A file that may hold the content of a resource, which need not be text. */
const readContent = (bytes: Uint8Array): Read =>
  bytes.length > mostBytes ? { problem: "is larger than 8 MiB" } : { text: fileText(bytes) };

/** The files that may be a Project's, with what cannot be one. */
async function findFiles(root: string, fs: FileSystem) {
  const [found, problems, folders] = [[] as string[], [] as Problem[], new Map<string, string>()];
  const absolute = (path: string) => join(root, ...path.split("/"));
  const statOf = async (path: string): Promise<BigIntStats | null> => {
    try {
      return await fs.lstat(absolute(path), { bigint: true });
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  };
  const walk = async (folder: string, { ino, birthtimeNs }: BigIntStats): Promise<void> => {
    folders.set(folder, `${ino} ${birthtimeNs}`);
    for (const entry of await fs.readdir(absolute(folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (found.length >= mostFiles) return;
      if (entry.isSymbolicLink()) problems.push({ file: path, message: linked });
      else if (!entry.isDirectory()) found.push(path);
      else {
        const stats = await statOf(path);
        if (stats !== null) await walk(path, stats);
      }
    }
  };
  for (const path of [...roomNames, ...Object.values(singles)]) {
    const stats = await statOf(path);
    if (stats === null) continue;
    if (stats.isSymbolicLink()) problems.push({ file: path, message: linked });
    else if (roomNames.includes(path) && stats.isDirectory()) await walk(path, stats);
    else if (stats.isFile()) found.push(path);
  }
  return { found, problems, folders, absolute, statOf };
}

/**
 * Reads the files of a Project's folder. Symbolic links are refused wherever they lead.
 * @param kept of an earlier read of the same folder, for whoever reads it again and again
 * @throws the file system's error when a file cannot be read
 */
export async function readFiles(root: string, fs: FileSystem, kept?: KeptFiles): Promise<ReadFiles> {
  const { found, problems, folders, absolute, statOf } = await findFiles(root, fs);
  const files = new Map<string, string>();
  const read = async (path: string, isContent: boolean): Promise<Read> => {
    const readBytes = isContent ? readContent : readText;
    if (kept === undefined) return readBytes(await fs.readFile(absolute(path)));
    const stats = await statOf(path);
    const stamp = stats === null || isYoung(stats) ? null : stampOf(stats);
    const known = kept.get(path);
    if (stamp !== null && known?.stamp === stamp) return known.read;
    const fresh = readBytes(await fs.readFile(absolute(path)));
    if (stamp === null) kept.delete(path);
    else kept.set(path, { stamp, read: fresh });
    return fresh;
  };
  const add = async (path: string) => {
    const { document, isContent = false } = locate(path);
    if (document === null && !isContent) return files.set(path, "");
    const one = await read(path, isContent);
    return "text" in one ? files.set(path, one.text) : problems.push({ file: path, message: one.problem });
  };
  // Reads a few files at once: a folder of 1,000 Functions must not use up the file handles.
  const open = found.values();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (const path of open) await add(path);
    }),
  );
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), problems, folders };
}
