import type { Documents, Problem, Tree } from "./documents.ts";
import type { TextStyle } from "./plain-text.ts";
import type { ReadYaml } from "./read-yaml.ts";

/** The files of a folder as text, by their paths with slashes. */
export type Files = ReadonlyMap<string, string>;

/** Where a document stands in the folder. */
export interface Place {
  path: string;
  style: TextStyle;
  /** Without its style. */
  text: string;
  /** Of YAML and JSON: what it says, with what is usual where it says that, too. */
  raw?: Tree;
  placeOf?: ReadYaml["placeOf"];
}

/** A folder's documents, and where they are. */
export interface Placed {
  documents: Documents;
  places: ReadonlyMap<string, Place>;
  problems: Problem[];
  warnings: Problem[];
}
