import type { Documents } from "../../folder/documents.ts";
import { mergeDocuments, type Conflict } from "../../folder/merging/merge-documents.ts";
import { toDocuments } from "../../folder/to-documents.ts";
import { writeDocuments } from "../../folder/write-documents.ts";
import { baseChange, type BaseState } from "./base-state.ts";
import { typeFiles } from "./folder-types.ts";
import { readProject, readTexts, type ProjectFolder } from "./reading/read-project.ts";
import type { Workplace } from "./workplace.ts";
import { FileChanged, writeFiles } from "./write-files.ts";

export interface FileChange {
  path: string;
  change: "created" | "changed" | "deleted";
}

/** A conflict, and the file that shows it. */
export type FileConflict = Conflict & { file: string };

export interface Settled {
  changes: FileChange[];
  conflicts: FileConflict[];
}

function merged(folder: ProjectFolder, before: Documents, remote: Documents) {
  const { documents, conflicts } = mergeDocuments(before, folder.documents, remote);
  const changes = writeDocuments(folder, folder.files, documents);
  const ours = [...documents].flatMap(([path, one]) => (one.ours === undefined ? [] : [[path, one.ours] as const]));
  const fileOf = (document: string) => folder.places.get(document)?.path ?? document;
  const placed = conflicts.map((conflict) => ({ ...conflict, file: fileOf(conflict.document) }));
  return { changes, conflicts: placed, ours: new Map(ours) };
}

/**
 * Merges the server's state into the folder, and stores it as the next base.
 * @param before the last common state of the folder and the server
 * @throws FolderError when the folder cannot be read or written; the folder is then unchanged
 */
export async function settle(place: Workplace, before: Documents, remote: BaseState): Promise<Settled> {
  const { root, fs, address } = place;
  for (let attempt = 1; ; attempt += 1) {
    const folder = await readProject(place, before);
    const { changes, conflicts, ours } = merged(folder, before, toDocuments(remote.source));
    const generated = typeFiles(ours);
    const held = await readTexts(root, [...generated.keys()], fs);
    for (const [path, text] of generated) if (held.get(path) !== text) changes.set(path, text);
    const known = new Map([...folder.files, ...held]);
    const told = [...changes].map(([path, text]): FileChange => {
      if (text === null) return { path, change: "deleted" };
      return { path, change: known.has(path) ? "changed" : "created" };
    });
    const [basePath, base] = baseChange(address, remote);
    if ((await readTexts(root, [basePath], fs)).get(basePath) !== base) changes.set(basePath, base);
    try {
      await writeFiles(root, { changes, before: known }, fs);
      return { changes: told, conflicts };
    } catch (error) {
      // Somebody saved a file after we read it and before we wrote it.
      if (!(error instanceof FileChanged) || attempt === 5) throw error;
    }
  }
}
