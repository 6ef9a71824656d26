import { createTwoFilesPatch } from "diff";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { isTree, singles, type Document, type Documents, type Value } from "../../folder/documents.ts";
import { toDocuments } from "../../folder/to-documents.ts";
import { readBase } from "./base-state.ts";
import { holdFolder } from "./hold-folder.ts";
import { readProject } from "./reading/read-project.ts";
import type { Workplace } from "./workplace.ts";

/** A field with its two values; undefined means that it is absent. */
interface FieldDifference {
  field: string;
  here: Value | undefined;
  server: Value | undefined;
}

/** How a file of the folder differs from the server's. */
export interface Difference {
  file: string;
  /** Seen from the server: what a push would do if nothing has changed there. */
  change: "added" | "changed" | "removed";
  /** The side that has changed it since the last pull. */
  side: "here" | "server" | "both";
  /** For a source: a unified diff from the server's text to the folder's. */
  patch?: string;
  /** For YAML: the fields that differ. */
  fields?: FieldDifference[];
}

function fieldsOf(here: Value | undefined, server: Value | undefined, path: readonly string[]): FieldDifference[] {
  if (here !== undefined && server !== undefined && sameJson(here, server)) return [];
  const isNew = path.length === 0 && (here === undefined || server === undefined);
  if (!isNew && (!isTree(here) || !isTree(server))) return [{ field: path.join("."), here, server }];
  const [ours, theirs] = [here, server].map((side) => (isTree(side) ? side : {})) as [object, object];
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  const member = (tree: object, name: string) =>
    Object.hasOwn(tree, name) ? (tree as Record<string, Value>)[name] : undefined;
  return names.flatMap((name) => {
    const [one, other] = [member(ours, name), member(theirs, name)];
    return one === other ? [] : fieldsOf(one, other, [...path, name]);
  });
}

/** Beyond this size, the comparison would take seconds, and nobody would read it. */
const mostEdits = 5_000;

const same = (a: Document | undefined, b: Document | undefined) =>
  a === undefined || b === undefined ? a === b : sameJson(a, b);

function describe(file: string, here: Document | undefined, server: Document | undefined) {
  const text = (side: Document | undefined) => (side !== undefined && "text" in side ? side.text : "");
  const tree = (side: Document | undefined) => (side !== undefined && "tree" in side ? side.tree : undefined);
  if ("text" in (here ?? server)!) {
    const [from, to] = [
      server === undefined ? "/dev/null" : `server/${file}`,
      here === undefined ? "/dev/null" : `here/${file}`,
    ];
    const options = { context: 3, maxEditLength: mostEdits };
    const patch = createTwoFilesPatch(from, to, text(server), text(here), undefined, undefined, options);
    return { patch: patch ?? `--- ${from}\n+++ ${to}\n@@ nearly everything differs @@\n` };
  }
  return { fields: fieldsOf(tree(here), tree(server), []) };
}

/** How the folder differs from the server, file by file. It ignores what a build adds to npm Libraries. */
export function compare(
  { documents, fileOf }: { documents: Documents; fileOf: (document: string) => string },
  server: Documents,
  base: Documents,
): Difference[] {
  const paths = [...new Set([...documents.keys(), ...server.keys()])].filter((path) => path !== singles.lock);
  return paths.sort().flatMap((path): Difference[] => {
    const [ours, theirs, before] = [documents.get(path), server.get(path), base.get(path)];
    if (same(ours, theirs)) return [];
    const side = same(before, theirs) ? "here" : same(before, ours) ? "server" : "both";
    const change = theirs === undefined ? "added" : ours === undefined ? "removed" : "changed";
    const file = fileOf(path);
    return [{ file, change, side, ...describe(file, ours, theirs) }];
  });
}

/**
 * Compares the folder with the server; changes nothing.
 * @throws ApiError of the server; FolderError when the folder cannot be read
 */
export function diffProject(place: Workplace): Promise<Difference[]> {
  const { root, address, server, fs } = place;
  return holdFolder(root, fs, async () => {
    const remote = await server.getProjectSource();
    const base = await readBase(root, address, fs);
    const before: Documents = base === null ? new Map() : toDocuments(base.source);
    const folder = await readProject(place, before);
    const fileOf = (document: string) => folder.places.get(document)?.path ?? document;
    const there = toDocuments(remote.source);
    // A clone that was never pulled cannot tell which side has changed something. A forced push keeps only this side,
    // so all changes count as this side's.
    return compare({ documents: folder.documents, fileOf }, there, base === null ? there : before);
  });
}
