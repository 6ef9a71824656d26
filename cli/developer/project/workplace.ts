import type { Client } from "@ferrule/contract/client.ts";
import type { Problem } from "../../folder/documents.ts";
import type { Address } from "./base-state.ts";
import type { FileSystem } from "./file-system.ts";

export type ProjectServer = Pick<Client, "getProjectSource" | "previewProjectSource" | "applyProjectSource">;

/** A folder, and the Project that it is. */
export interface Workplace {
  root: string;
  address: Address;
  server: ProjectServer;
  fs: FileSystem;
  /** Hears of files that somebody may have meant to be read, and are not. */
  warn: (problems: readonly Problem[]) => void;
}
