import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { parseDocument } from "yaml";
import type { Tree } from "../documents.ts";
import { freshYaml } from "./print-yaml.ts";
import { readYaml, yamlOptions } from "./read-yaml.ts";
import { spliceYaml } from "./splice-yaml.ts";

const says = (text: string, value: Tree) => {
  const { tree } = readYaml("", text);
  return tree !== undefined && sameJson(tree, value);
};

/** The comments of a file that is rewritten, all at its head. */
const commentsOf = (text: string) =>
  (text.match(/^[^\S\n]*#.*$/gm) ?? []).map((line) => `${line.trimStart()}\n`).join("");

/**
 * Changes the value of a YAML file, and keeps the comments, order and format of everything that stays.
 * @param text the current text; empty for a new file
 */
export function editYaml(text: string, value: Tree): string {
  if (says(text, value)) return text;
  const document = parseDocument(text, yamlOptions);
  const spliced = document.errors.length === 0 ? spliceYaml(text, document, value) : "";
  return spliced !== "" && says(spliced, value) ? spliced : commentsOf(text) + freshYaml(value);
}
