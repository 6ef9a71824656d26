import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { Documents } from "../documents.ts";
import type { MergedDocument } from "../merging/merge-documents.ts";
import type { Files } from "../placed.ts";
import { readDocuments } from "../read-documents.ts";
import { toDocuments } from "../to-documents.ts";
import { writeDocuments } from "../write-documents.ts";

const settled = (documents: Documents, before: Documents): Map<string, MergedDocument> =>
  new Map(
    [...new Set([...documents.keys(), ...before.keys()])].map((path) => {
      const one = documents.get(path);
      return [path, { ours: one, theirs: one }] as const;
    }),
  );

/** The files of a folder after a pull without local edits. */
export function folderOf(source: ProjectSource, files: Files = new Map()): Map<string, string> {
  const placed = readDocuments(files);
  const after = new Map(files);
  for (const [path, text] of writeDocuments(placed, files, settled(toDocuments(source), placed.documents))) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return after;
}
