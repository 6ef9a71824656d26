import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { Documents } from "../../folder/documents.ts";
import type { KeptDocuments } from "../../folder/read-documents.ts";
import { toDocuments } from "../../folder/to-documents.ts";
import { basePath, type BaseState, readBase } from "../project/base-state.ts";
import { codeOf } from "../project/file-system.ts";
import { FolderError } from "../project/folder-error.ts";
import { type KeptFiles, readFiles, type ReadFiles } from "../project/reading/read-files.ts";
import { projectFolder, type ProjectFolder } from "../project/reading/read-project.ts";
import { sourceToSend } from "../project/source-to-send.ts";
import type { Workplace } from "../project/workplace.ts";

/** What a folder holds at one moment. */
export interface LiveRead extends ReadFiles {
  /** What it says, or why that cannot be sent. */
  said: { folder: ProjectFolder; source: GivenProjectSource } | FolderError;
}

/** How often a folder is read again in which files come and go, or are empty for a moment. */
const mostReads = 6;
const againMs = 25;

interface Base {
  stamp: string;
  state: BaseState | null;
  documents: Documents;
}

/** A folder that is read again and again: only what has changed is read. It is not held, so other commands may work on it. */
export class LiveFolder {
  readonly #place: Workplace;
  readonly #files: KeptFiles = new Map();
  readonly #documents: KeptDocuments = new Map();
  #base: Base | undefined;
  #last: ReadonlyMap<string, string> = new Map();

  constructor(place: Workplace) {
    this.#place = place;
  }

  async #baseNow(): Promise<Base> {
    const { root, address, fs } = this.#place;
    const stats = await fs.lstat(join(root, basePath)).catch(() => null);
    const stamp = stats === null ? "" : `${stats.mtimeMs} ${stats.ino}`;
    if (this.#base?.stamp === stamp) return this.#base;
    const state = await readBase(root, address, fs);
    const documents: Documents = state === null ? new Map() : toDocuments(state.source);
    return (this.#base = { stamp, state, documents });
  }

  /** Whether a file is empty now that was not: an editor that writes in two steps is between them. */
  #isHalf({ files }: ReadFiles): boolean {
    return [...files].some(([path, text]) => text === "" && (this.#last.get(path) ?? "") !== "");
  }

  async #readSettled(): Promise<ReadFiles> {
    const { root, fs } = this.#place;
    for (let at = 1; ; at += 1) {
      try {
        const read = await readFiles(root, fs, this.#files);
        if (at === mostReads || !this.#isHalf(read)) return read;
      } catch (error) {
        // A file went between the look into its folder and its read.
        if (at === mostReads || codeOf(error) !== "ENOENT") throw error;
      }
      await sleep(againMs);
    }
  }

  /** @throws the file system's error when a file cannot be read */
  async read(): Promise<LiveRead> {
    const read = await this.#readSettled();
    this.#last = read.files;
    try {
      const base = await this.#baseNow();
      const folder = projectFolder(read, base.documents, this.#place.warn, this.#documents);
      return { ...read, said: { folder, source: sourceToSend(folder, base.state) } };
    } catch (error) {
      if (error instanceof FolderError) return { ...read, said: error };
      throw error;
    }
  }
}
