import type { Document } from "../documents.ts";
import { withMarkers } from "../merging/merge-lines.ts";
import type { Files } from "../placed.ts";
import { isBinary } from "./file-text.ts";
import { namedFiles, splitContents, type Contents } from "./split-contents.ts";

/** The states of an endpoint; undefined: it does not exist there. */
interface Sides {
  now: Document | undefined;
  ours: Document | undefined;
  theirs: Document | undefined;
}

/** What a file holds after a merge. Bytes have no lines for markers: ours stay. */
function merged(ours: string | undefined, theirs: string | undefined): string {
  const [mine, other] = [ours ?? theirs ?? "", theirs ?? ours ?? ""];
  return isBinary(mine) || isBinary(other) ? mine : withMarkers({ ours: mine, theirs: other });
}

/**
 * Writes the contents of an endpoint's resources into their files, and removes files that none names any more.
 * @param changes receives the new texts of files by path; null to delete one
 * @returns the endpoint's states, in which resources name their files
 */
export function writeContents(
  contents: Contents,
  sides: Sides,
  files: Files,
  changes: Map<string, string | null>,
): Sides {
  const split = (side: Document | undefined) =>
    side !== undefined && "tree" in side ? splitContents(side.tree, contents) : null;
  const [now, ours, theirs] = [split(sides.now), split(sides.ours), split(sides.theirs)];
  const paths = new Set([...(ours?.files.keys() ?? []), ...(theirs?.files.keys() ?? [])]);
  for (const path of paths) {
    const text = merged(ours?.files.get(path), theirs?.files.get(path));
    if (files.get(path) !== text) changes.set(path, text);
  }
  for (const path of namedFiles(contents.slug, contents.raw))
    if (!paths.has(path) && files.has(path)) changes.set(path, null);
  const document = (one: ReturnType<typeof split>) => (one === null ? undefined : { tree: one.tree });
  return { now: document(now), ours: document(ours), theirs: document(theirs) };
}
