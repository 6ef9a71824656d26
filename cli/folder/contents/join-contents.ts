import {
  mcpBindingProblems,
  usualParts,
  type McpBindingParts,
} from "@ferrule/contract/mcp-bindings/binding-problems.ts";
import { mcpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { isTree, type Problem, type Tree, type Value } from "../documents.ts";
import type { Files, Place } from "../placed.ts";
import { canonicalContent, contentOfFile } from "./file-text.ts";

interface Joined {
  tree: Tree;
  problems: Problem[];
}

const entries = (value: Value | undefined) => (isTree(value) ? Object.entries(value) : []);

/** A content in the form of its bytes, so that the same bytes are the same document. */
function canonical(one: Tree): Tree {
  const { base64, ...rest } = one;
  return typeof base64 === "string" ? { ...rest, ...canonicalContent({ base64 }) } : one;
}

function problemsOf(kind: "resource" | "prompt", { function: called = null, text, base64, ...rest }: Tree) {
  const content = text !== undefined ? { text } : base64 !== undefined ? { base64 } : null;
  const whole = { ...usualParts, ...rest, content, functionId: called, kind } as unknown as McpBindingParts;
  return mcpBindingProblems(whole);
}

/** Where a problem of a binding is in its file: the API has other names for what the file says. */
const fileNames: Readonly<Record<string, string>> = { functionId: "function", content: "file" };

/**
 * An endpoint's tree with the contents that its resources name, and what does not fit together.
 * @param files all files of the folder
 */
export function joinContents(slug: string, tree: Tree, place: Place, files: Files): Joined {
  const problems: Problem[] = [];
  const told = (at: string[], message: string, file = place.path) =>
    problems.push({ file, ...(file === place.path ? place.placeOf?.(at) : {}), message });
  const resources = entries(tree["resources"]).map(([name, given]) => {
    const { file, ...one } = given as Tree;
    if (typeof file !== "string") return [name, one] as const;
    const path = `endpoints/${slug}/${file}`;
    const at = ["resources", name, "file"];
    const text = files.get(path);
    if (text === undefined) {
      told(at, `resources.${name}.file names ${path}, which is not there`);
      return [name, { ...one, text: "" }] as const;
    }
    const content = contentOfFile(text);
    const { error } = mcpContent.safeParse(content);
    if (error) told(at, error.issues[0]?.message ?? "cannot be the content of a resource", path);
    return [name, { ...one, ...content }] as const;
  });
  for (const [list, all] of [
    ["resources", resources],
    ["prompts", entries(tree["prompts"])],
  ] as const)
    for (const [name, one] of all)
      for (const { path, message } of problemsOf(list === "resources" ? "resource" : "prompt", one as Tree)) {
        const parts = path.split(".").map((part) => fileNames[part] ?? part);
        told([list, name, ...parts], `${[list, name, ...parts].join(".")} ${message}`);
      }
  if (resources.length === 0) return { tree, problems };
  const joined = resources.map(([name, one]) => [name, canonical(one)] as const);
  return { tree: { ...tree, resources: Object.fromEntries(joined) }, problems };
}
