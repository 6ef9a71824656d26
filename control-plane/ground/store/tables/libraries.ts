import type { ColumnType } from "kysely";
import type { libraryKinds } from "@ferrule/contract/resources/library.ts";
import type { PackageLock } from "@ferrule/contract/internal/libraries.ts";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

export interface LibrariesTable extends Revised {
  id: string;
  projectId: string;
  name: string;
  kind: (typeof libraryKinds)[number];
  version: string;
  source: string | null;
  package: string | null;
  integrity: string | null;
  lock: Json<PackageLock | null>;
  importName: ColumnType<string, never, never>;
  imports: Json<string[]>;
}

export interface LibraryTables {
  libraries: LibrariesTable;
}
