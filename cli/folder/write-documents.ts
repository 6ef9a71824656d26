import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { isTests, isTree, singles, testEnding, type Document, type Tree, type Value } from "./documents.ts";
import { editYaml } from "./yaml/edit-yaml.ts";
import { writeContents } from "./contents/write-contents.ts";
import { namedFiles } from "./contents/split-contents.ts";
import { endpointOf } from "./locate.ts";
import { newPath } from "./file-names.ts";
import type { MergedDocument } from "./merging/merge-documents.ts";
import { withMarkers } from "./merging/merge-lines.ts";
import type { Files, Place, Placed } from "./placed.ts";
import { styledText } from "./plain-text.ts";
import { locksOf } from "./stale-locks.ts";

/** The members that a file spells out although they equal the default. */
function withUsual(raw: Value | undefined, now: Value | undefined, wanted: Value): Value {
  if (now !== undefined && sameJson(now, wanted)) return raw ?? wanted;
  if (!isTree(raw) || !isTree(wanted)) return wanted;
  const held: Tree = isTree(now) ? now : {};
  const member = (tree: Tree, name: string) => (Object.hasOwn(tree, name) ? tree[name] : undefined);
  const kept = Object.keys(raw).filter(
    (name) => member(held, name) === undefined && member(wanted, name) === undefined,
  );
  return Object.fromEntries([
    ...kept.map((name) => [name, raw[name]!] as const),
    ...Object.entries(wanted).map(
      ([name, one]) => [name, withUsual(member(raw, name), member(held, name), one)] as const,
    ),
  ]);
}

const ordered = (value: Value): Value =>
  isTree(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, one]) => [name, ordered(one)]),
      )
    : Array.isArray(value)
      ? (value as Value[]).map(ordered)
      : value;

/** The new text of a file with this content, from its current text. */
function textOf(path: string, document: Document | undefined, now: Document | undefined, place: Place | undefined) {
  if (document === undefined) return "";
  if ("text" in document) return document.text;
  if (path.endsWith(".json")) return `${JSON.stringify(ordered(document.tree), null, 2)}\n`;
  const held = now !== undefined && "tree" in now ? now.tree : {};
  return editYaml(place?.text ?? "", withUsual(place?.raw, held, document.tree) as Tree);
}

/** A new file goes beside its main file: settings or tests beside a Function in a folder of its own. */
function usualPath(document: string, places: ReadonlyMap<string, Place>): string {
  const ending = isTests(document) ? testEnding : document.endsWith(".yaml") ? ".yaml" : null;
  if (ending === null || !document.startsWith("functions/")) return document;
  const source = places.get(`${document.slice(0, -ending.length)}.ts`);
  return source === undefined ? document : source.path.replace(/\.ts$/, ending);
}

/** An empty file stays if it has comments. */
const emptied = (place: Place) =>
  place.text.includes("#") && place.raw !== undefined ? editYaml(place.text, {}) : null;

/** Removes the locks of removed Libraries from the file, which reading ignores. */
function removeLocks(place: Place, merged: ReadonlyMap<string, MergedDocument>, changes: Map<string, string | null>) {
  if (place.raw === undefined || changes.has(place.path)) return;
  const documents = new Map([...merged].flatMap(([path, { ours }]) => (ours === undefined ? [] : [[path, ours]])));
  const tree = locksOf(documents, place.raw);
  const left = Object.keys(tree).length;
  if (left === Object.keys(place.raw).length) return;
  const text = textOf(singles.lock, { tree }, undefined, place);
  changes.set(place.path, left === 0 ? null : styledText(text, place.style));
}

/**
 * The files to change so that a folder holds the result of a merge.
 * @param placed the current folder
 * @param files all its files, so that new ones get a free name
 * @returns the new text by path; null to delete the file
 */
export function writeDocuments(
  { documents, places }: Pick<Placed, "documents" | "places">,
  files: Files,
  merged: ReadonlyMap<string, MergedDocument>,
): Map<string, string | null> {
  const changes = new Map<string, string | null>();
  const taken = new Set([...files.keys()].map((path) => path.toLowerCase()));
  for (const [document, { ours, theirs }] of merged) {
    const now = documents.get(document);
    const place = places.get(document);
    if (sameJson(ours, now) && sameJson(theirs, now)) continue;
    if (ours === undefined && theirs === undefined) {
      if (place === undefined) continue;
      const isSingle = !document.includes("/") || (document.startsWith("functions/") && document.endsWith(".yaml"));
      const left = isSingle ? emptied(place) : null;
      changes.set(place.path, left === null ? null : styledText(left, place.style));
      for (const file of namedFiles(endpointOf(document) ?? "", place.raw))
        if (files.has(file)) changes.set(file, null);
      continue;
    }
    const path = place?.path ?? newPath(usualPath(document, places), taken);
    taken.add(path.toLowerCase());
    const slug = endpointOf(document);
    const sides =
      slug === null
        ? { now, ours, theirs }
        : writeContents({ slug, raw: place?.raw, taken, made: new Map() }, { now, ours, theirs }, files, changes);
    const text = (side: "ours" | "theirs") => textOf(document, sides[side], sides.now, place);
    const whole = withMarkers({ ours: text("ours"), theirs: text("theirs") });
    const styled = place === undefined ? whole : styledText(whole, place.style);
    if (files.get(path) !== styled) changes.set(path, styled);
  }
  const lock = places.get(singles.lock);
  if (lock !== undefined) removeLocks(lock, merged, changes);
  return changes;
}
