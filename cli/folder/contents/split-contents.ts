import { isTree, type Tree, type Value } from "../documents.ts";
import { newPath } from "../file-names.ts";
import { fileOfContent } from "./file-text.ts";

/** The most lines and characters of a content that a new resource holds in the YAML file itself. */
const most = { lines: 5, characters: 400 };

const endings: Readonly<Record<string, string>> = {
  "text/markdown": ".md",
  "text/html": ".html",
  "text/css": ".css",
  "text/csv": ".csv",
  "text/plain": ".txt",
  "application/json": ".json",
  "application/pdf": ".pdf",
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/gif": ".gif",
  "image/webp": ".webp",
  "image/svg+xml": ".svg",
};

/** Where the contents of an endpoint's resources lie. */
export interface Contents {
  /** The endpoint's slug. */
  slug: string;
  /** The endpoint's file as it is: its resources name their files. Undefined: there is none. */
  raw: Tree | undefined;
  /** The paths of all files, in lower case. New ones are added. */
  taken: Set<string>;
  /** The files of new resources by their names, so that both sides of a merge get the same. */
  made: Map<string, string>;
}

const isShort = (text: string) =>
  text.length <= most.characters && text.split("\n").length <= most.lines && !/[^\P{Cc}\n]|\uFEFF/u.test(text);

const memberOf = (tree: Value | undefined, ...names: string[]): Value | undefined => {
  let at = tree;
  for (const name of names) at = isTree(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
};

/** The path of the file that holds a resource's content; null: the YAML file itself does. */
function placeOf(name: string, one: Tree, { slug, raw, taken, made }: Contents): string | null {
  const held = memberOf(raw, "resources", name);
  const file = memberOf(held, "file");
  if (typeof file === "string") return `endpoints/${slug}/${file}`;
  const { text, base64, mimeType } = one;
  const isInline = memberOf(held, "text") !== undefined || memberOf(held, "base64") !== undefined;
  if (typeof text === "string" && (isInline || isShort(text))) return null;
  if (base64 !== undefined && isInline) return null;
  const known = made.get(name);
  if (known !== undefined) return known;
  const type = typeof mimeType === "string" ? mimeType.replace(/;.*/, "") : "";
  const ending = endings[type] ?? (text === undefined ? ".bin" : ".txt");
  const path = newPath(`endpoints/${slug}/${name}${ending}`, taken);
  taken.add(path.toLowerCase());
  made.set(name, path);
  return path;
}

/** An endpoint's tree in which resources name the files of their contents, and the texts of these files by path. */
export function splitContents(tree: Tree, contents: Contents): { tree: Tree; files: Map<string, string> } {
  const files = new Map<string, string>();
  const { resources } = tree;
  if (!isTree(resources)) return { tree, files };
  const split = Object.entries(resources).map(([name, one]) => {
    if (!isTree(one)) return [name, one] as const;
    const { text, base64, ...rest } = one;
    if (typeof text !== "string" && typeof base64 !== "string") return [name, one] as const;
    const path = placeOf(name, one, contents);
    if (path === null) return [name, one] as const;
    files.set(path, fileOfContent(typeof text === "string" ? { text } : { base64: base64 as string }));
    return [name, { ...rest, file: path.slice(`endpoints/${contents.slug}/`.length) }] as const;
  });
  return { tree: { ...tree, resources: Object.fromEntries(split) }, files };
}

/** The paths of the files that the resources of an endpoint's file name. */
export function namedFiles(slug: string, raw: Tree | undefined): string[] {
  const resources = memberOf(raw, "resources");
  return Object.values(isTree(resources) ? resources : {}).flatMap((one) => {
    const file = memberOf(one, "file");
    return typeof file === "string" ? `endpoints/${slug}/${file}` : [];
  });
}
