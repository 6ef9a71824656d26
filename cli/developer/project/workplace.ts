import type { Client } from "@ferrule/contract/client.ts";
import type { Problem } from "../../folder/documents.ts";
import type { Address } from "./base-state.ts";
import type { FileSystem } from "./file-system.ts";

export type ProjectServer = Pick<Client, "getProjectSource" | "previewProjectSource" | "applyProjectSource">;

/** A folder, and its Project. */
export interface Workplace {
  root: string;
  address: Address;
  server: ProjectServer;
  fs: FileSystem;
  /** Receives files that look like parts of the Project but are not read. */
  warn: (problems: readonly Problem[]) => void;
}
