import type { Documents, Problem, Tree } from "./documents.ts";
import type { TextStyle } from "./plain-text.ts";
import type { ReadYaml } from "./yaml/read-yaml.ts";

/** A folder's files as text, by path with slashes. */
export type Files = ReadonlyMap<string, string>;

/** The place of a document in the folder. */
export interface Place {
  path: string;
  style: TextStyle;
  /** The text without its style. */
  text: string;
  /** For YAML and JSON: the value that the file holds, including defaults that it spells out. */
  raw?: Tree;
  placeOf?: ReadYaml["placeOf"];
}

/** A folder's documents and their places. */
export interface Placed {
  documents: Documents;
  places: ReadonlyMap<string, Place>;
  problems: Problem[];
  warnings: Problem[];
}
