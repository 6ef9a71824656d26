import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { parseDocument } from "yaml";
import type { Tree } from "./documents.ts";
import { freshYaml } from "./print-yaml.ts";
import { readYaml, yamlOptions } from "./read-yaml.ts";
import { spliceYaml } from "./splice-yaml.ts";

const says = (text: string, value: Tree) => {
  const { tree } = readYaml("", text);
  return tree !== undefined && sameJson(tree, value);
};

/** The comments of a file that is written anew, all at its head. */
const commentsOf = (text: string) =>
  (text.match(/^[^\S\n]*#.*$/gm) ?? []).map((line) => `${line.trimStart()}\n`).join("");

/**
 * A YAML file that says another value, with the comments, the order and the format of all that stays.
 * @param text the file as it is; empty for a new one
 */
export function editYaml(text: string, value: Tree): string {
  if (says(text, value)) return text;
  const document = parseDocument(text, yamlOptions);
  const spliced = document.errors.length === 0 ? spliceYaml(text, document, value) : "";
  return spliced !== "" && says(spliced, value) ? spliced : commentsOf(text) + freshYaml(value);
}
