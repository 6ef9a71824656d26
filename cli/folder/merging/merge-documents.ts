import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { isTests, singles, type Document, type Documents } from "../documents.ts";
import { mergeLines } from "./merge-lines.ts";
import { mergeValues, type FieldConflict } from "./merge-values.ts";

/** Conflicting changes of both sides in one document. */
export interface Conflict {
  document: string;
  /**
   * `deleted-here`: deleted here and changed on the server. `deleted-on-server`: deleted there and changed here. In
   * both cases it stays.
   */
  kind: "text" | "fields" | "deleted-here" | "deleted-on-server";
  fields: FieldConflict[];
}

export interface MergedDocument {
  /** Undefined: the document does not exist on that side. Without a conflict, both are the same. */
  ours: Document | undefined;
  theirs: Document | undefined;
}

export interface Merged {
  documents: ReadonlyMap<string, MergedDocument>;
  conflicts: Conflict[];
}

type Side = Document | undefined;

const same = (a: Side, b: Side): boolean => (a === undefined || b === undefined ? a === b : sameJson(a, b));

/** Files whose presence means nothing: a Function's settings and tests, and files that a Project has once. */
const isOptional = (path: string) =>
  path.startsWith("functions/") ? path.endsWith(".yaml") || isTests(path) : !path.includes("/");

const empty = (document: Side, like: Document): Document => document ?? ("text" in like ? { text: "" } : { tree: {} });

function mergeContents(path: string, base: Side, ours: Document, theirs: Document) {
  if ("text" in ours && "text" in theirs) {
    const merged = mergeLines(base !== undefined && "text" in base ? base.text : "", ours.text, theirs.text);
    const isClean = merged.ours === merged.theirs;
    const conflict: Conflict[] = isClean ? [] : [{ document: path, kind: "text", fields: [] }];
    return { merged: { ours: { text: merged.ours }, theirs: { text: merged.theirs } }, conflict };
  }
  const fields: FieldConflict[] = [];
  const tree = (side: Side) => (side !== undefined && "tree" in side ? side.tree : undefined);
  const merged = mergeValues([tree(base) ?? {}, tree(ours), tree(theirs)], [], fields);
  // Results of a build are not somebody's edits.
  if (path === singles.lock) return { merged: both({ tree: (merged.theirs ?? {}) as never }), conflict: [] };
  const conflict: Conflict[] = fields.length === 0 ? [] : [{ document: path, kind: "fields", fields }];
  return { merged: { ours: { tree: merged.ours as never }, theirs: { tree: merged.theirs as never } }, conflict };
}

const both = (document: Side): MergedDocument => ({ ours: document, theirs: document });

/** Paths that appear and vanish together: a Function's source, and the settings and the tests beside it. */
const unitOf = (path: string) => (path.startsWith("functions/") ? path.replace(/(?:\.test)?\.(?:ts|yaml)$/, "") : path);

/**
 * Merges two states of a Project that have a common base: by field, and sources by line. If only one side changed
 * something, that side wins. If one side deleted and the other changed something, it stays and is reported.
 * @param base the common state; if it is empty, each difference is a conflict
 */
export function mergeDocuments(base: Documents, ours: Documents, theirs: Documents): Merged {
  const documents = new Map<string, MergedDocument>();
  const conflicts: Conflict[] = [];
  const units = new Map<string, string[]>();
  for (const path of [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].sort()) {
    const unit = units.get(unitOf(path));
    if (unit === undefined) units.set(unitOf(path), [path]);
    else unit.push(path);
  }
  const keepWhole = (unit: readonly string[], side: Documents, kind: Conflict["kind"]) => {
    for (const path of unit) documents.set(path, both(side.get(path)));
    conflicts.push({
      document: unit.find((path) => side.has(path) && !isOptional(path)) ?? unit[0]!,
      kind,
      fields: [],
    });
  };
  for (const unit of units.values()) {
    const hasAny = (side: Documents) => unit.some((path) => side.has(path) && !isOptional(path));
    const isOf = (side: Documents) => unit.every((path) => same(base.get(path), side.get(path)));
    if (hasAny(base) && !hasAny(ours) && hasAny(theirs) && !isOf(theirs)) {
      keepWhole(unit, theirs, "deleted-here");
      continue;
    }
    if (hasAny(base) && hasAny(ours) && !hasAny(theirs) && !isOf(ours)) {
      keepWhole(unit, ours, "deleted-on-server");
      continue;
    }
    for (const path of unit) {
      const [b, o, t] = [base.get(path), ours.get(path), theirs.get(path)];
      if (same(o, t) || same(b, t)) documents.set(path, both(o));
      else if (same(b, o)) documents.set(path, both(t));
      else {
        const like = (o ?? t)!;
        const { merged, conflict } = mergeContents(path, b, empty(o, like), empty(t, like));
        documents.set(path, merged);
        conflicts.push(...conflict);
      }
    }
  }
  return { documents, conflicts };
}
