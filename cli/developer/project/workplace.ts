import type { Client } from "@ferrule/contract/client.ts";
import type { Address } from "./base-state.ts";
import type { FileSystem } from "./file-system.ts";

export type ProjectServer = Pick<Client, "getProjectSource" | "previewProjectSource" | "applyProjectSource">;

/** A folder, and the Project that it is. */
export interface Workplace {
  root: string;
  address: Address;
  server: ProjectServer;
  fs: FileSystem;
}
