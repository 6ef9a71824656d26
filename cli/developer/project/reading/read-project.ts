import { join } from "node:path";
import { isTree, type Documents, type Problem } from "../../../folder/documents.ts";
import { locate } from "../../../folder/locate.ts";
import { markedLine } from "../../../folder/merging/merge-lines.ts";
import type { Placed } from "../../../folder/placed.ts";
import { type KeptDocuments, readDocuments } from "../../../folder/read-documents.ts";
import { codeOf, type FileSystem } from "../file-system.ts";
import { FolderError } from "../folder-error.ts";
import { type ReadFiles, readFiles } from "./read-files.ts";
import type { Workplace } from "../workplace.ts";

export interface ProjectFolder extends Placed {
  files: ReadonlyMap<string, string>;
}

/** What the server has of a file: its text, or the contents of the endpoint's resources, one of which it holds. */
function textsOf(base: Documents, path: string): unknown[] {
  const { document, isContent } = locate(path);
  const held = base.get(isContent === true ? `${path.split("/").slice(0, 2).join("/")}.yaml` : (document ?? ""));
  if (held === undefined) return [];
  if ("text" in held) return [held.text];
  const { resources = {} } = held.tree;
  return isTree(resources) ? Object.values(resources).map((one) => (isTree(one) ? one["text"] : undefined)) : [];
}

/** Conflicts of an earlier pull that nobody has resolved. If the server has the same text, it is not a conflict. */
function unresolved(files: ReadonlyMap<string, string>, base: Documents): Problem[] {
  return [...files].flatMap(([path, text]) => {
    const line = markedLine(text);
    const isSame = line === null || textsOf(base, path).includes(text);
    if (isSame) return [];
    return [{ file: path, line, message: "has a conflict: keep what is right, and remove the markers" }];
  });
}

/**
 * The source in the files of a folder.
 * @param base the folder's source after the last pull
 * @param warn as of a workplace
 * @throws FolderError with every problem; as a conflict for conflicts that are not resolved
 */
export function projectFolder(
  { files, problems }: Pick<ReadFiles, "files" | "problems">,
  base: Documents,
  warn: Workplace["warn"],
  kept?: KeptDocuments,
): ProjectFolder {
  const marked = unresolved(files, base);
  if (marked.length > 0)
    throw new FolderError("A conflict is not resolved yet.", { exit: "conflict", problems: marked });
  const placed = readDocuments(files, kept);
  const all = [...problems, ...placed.problems];
  warn(placed.warnings);
  if (all.length > 0) throw new FolderError("The folder cannot be read.", { problems: all });
  return { ...placed, files };
}

/**
 * The folder's source.
 * @param base the folder's source after the last pull
 * @throws FolderError with every problem; as a conflict if conflicts are unresolved
 */
export async function readProject({ root, fs, warn }: Workplace, base: Documents): Promise<ProjectFolder> {
  return projectFolder(await readFiles(root, fs), base, warn);
}

/** The texts of files that are not part of the Project; missing files are left out. */
export async function readTexts(root: string, paths: readonly string[], fs: FileSystem): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    try {
      texts.set(path, await fs.readFile(join(root, ...path.split("/")), "utf8"));
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  return texts;
}
