import type { ServedPreview } from "@ferrule/contract/resources/preview.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import type { Context } from "../context/context.ts";
import type { HeldOutput } from "../live/held-output.ts";
import type { PreviewKeys } from "../previews/preview-keys.ts";
import type { ProjectFolder } from "../project/reading/read-project.ts";

/** What the server serves of the folder. */
export interface ServedFolder {
  answer: ServedPreview;
  folder: ProjectFolder;
  source: GivenProjectSource;
}

/** One run of `ferrule dev`. Its parts share it. */
export interface Session {
  context: Context;
  /** Of the installation. */
  address: string;
  /** The preview's name. */
  name: string;
  /** In place of the context's output. */
  say: HeldOutput;
  /** Aborted when the run is to end. */
  signal: AbortSignal;
  keys: PreviewKeys;
  /** Null until something is served. */
  served: ServedFolder | null;
  /** The preview's key; null if no endpoint needs it. */
  key: string | null;
  /** The newest call of the preview that was seen, by its execution's id. */
  lastExecutionId: string | null;
}
