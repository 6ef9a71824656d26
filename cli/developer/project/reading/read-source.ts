import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { toDocuments } from "../../../folder/to-documents.ts";
import { readBase } from "../base-state.ts";
import { readProject, type ProjectFolder } from "./read-project.ts";
import { sourceToSend } from "../source-to-send.ts";
import type { Workplace } from "../workplace.ts";

/**
 * What a folder says, and the source that it is sent as. The folder is not held.
 * @throws FolderError with every problem
 */
export async function readSource(place: Workplace): Promise<{ folder: ProjectFolder; source: GivenProjectSource }> {
  const base = await readBase(place.root, place.address, place.fs);
  const folder = await readProject(place, base === null ? new Map() : toDocuments(base.source));
  return { folder, source: sourceToSend(folder, base) };
}
