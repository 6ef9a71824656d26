import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  type Document as YamlDocument,
  type Node,
  type YAMLParseError,
} from "yaml";
import { isTree, type Problem, type Tree } from "../documents.ts";

type Path = readonly PropertyKey[];

export interface ReadYaml {
  /** Undefined when the file cannot be read. */
  tree: Tree | undefined;
  problems: Problem[];
  /** The start of a member: its name if there is one, else its value, else the nearest parent. */
  placeOf: (path: Path) => { line: number; column: number };
}

export const yamlOptions = { version: "1.2", stringKeys: true, merge: false, uniqueKeys: true } as const;

function nodeAt(document: YamlDocument, path: Path): Node | null {
  let node: unknown = document.contents;
  let found: Node | null = null;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
      if (pair === undefined) break;
      found = pair.key as Node;
      node = pair.value;
    } else {
      node = document.getIn(path.slice(0, path.indexOf(part) + 1), true);
      if (node === undefined) break;
      found = node as Node;
    }
  }
  return found;
}

const ofIndents = new Set(["BAD_INDENT", "BLOCK_AS_IMPLICIT_KEY", "MULTILINE_IMPLICIT_KEY", "TAB_AS_INDENT"]);

function sentenceOf({ message, code }: YAMLParseError): string {
  const [sentence = ""] = message.split("\n");
  const said = `is not YAML: ${sentence.replace(/ at line \d+, column \d+:?$/, "")}`;
  return ofIndents.has(code) ? `${said}; check how far the line is in, and quote a value that holds a colon` : said;
}

/**
 * Reads a YAML file that holds a map; an empty file is an empty map. It refuses aliases that would expand without
 * bound.
 */
export function readYaml(file: string, text: string): ReadYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...yamlOptions, lineCounter, prettyErrors: true });
  const at = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const placeOf = (path: Path) => at(nodeAt(document, path)?.range?.[0] ?? 0);
  const refused = (message: string, place = at(0)): ReadYaml => ({
    tree: undefined,
    problems: [{ file, ...place, message }],
    placeOf,
  });
  // Errors after the first mostly follow from it.
  const [wrong] = document.errors;
  if (wrong !== undefined) return refused(sentenceOf(wrong), at(wrong.pos[0]));
  try {
    const value: unknown = document.toJS() ?? {};
    return isTree(value as Tree)
      ? { tree: value as Tree, problems: [], placeOf }
      : refused("must hold names with values, like `name: value`");
  } catch (error) {
    return refused(error instanceof Error ? error.message : "cannot be read");
  }
}
