import { toDocuments } from "../../folder/to-documents.ts";
import { readBase } from "./base-state.ts";
import { holdFolder } from "./hold-folder.ts";
import { settle, type Settled } from "./settle.ts";
import type { Workplace } from "./workplace.ts";

/**
 * Merges the server's current state into the folder in three ways, so that the edits of both sides stay.
 * @throws ApiError of the server; FolderError when the folder cannot be read or written
 */
export function pullProject(place: Workplace): Promise<Settled> {
  const { root, address, server, fs } = place;
  return holdFolder(root, fs, async () => {
    const remote = await server.getProjectSource();
    const base = await readBase(root, address, fs);
    return settle(place, base === null ? new Map() : toDocuments(base.source), remote);
  });
}
