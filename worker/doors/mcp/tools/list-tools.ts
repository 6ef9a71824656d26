import { callableBy, mayCallAll } from "../../tokens/refused-target.ts";
import type { View } from "../transport/method.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { mayBeRun } from "../../runs/run-need.ts";
import type { CompiledTool } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { pageOf } from "../transport/page.ts";
import { isRunStatusOffered, runStatusEntry, runStatusName } from "./run-status.ts";

/** An entry of the list: a tool of the Project, or the one of Ferrule's own. */
type Entry = CompiledTool | "run-status";

const nameOf = (entry: Entry): string => (entry === "run-status" ? runStatusName : entry.binding.toolName);

function entryOf({ endpoint }: View, entry: Entry, revision: Revision): string {
  if (entry === "run-status") return runStatusEntry(revision);
  const { binding, called, listed, listedAsRun } = entry;
  return (mayBeRun(endpoint, called, binding.toolName) ? listedAsRun : listed)[revision];
}

/** What a caller may know of, sorted by name. */
function entriesOf(view: View): readonly Entry[] {
  const own = callableBy(view.caller, view.table.sorted, nameOf);
  if (!isRunStatusOffered(view)) return own;
  const before = own.filter((tool) => nameOf(tool) < runStatusName);
  return [...before, "run-status", ...own.slice(before.length)];
}

function makeList(view: View, revision: Revision, cursor: unknown): string | null {
  const entry = (one: Entry) => entryOf(view, one, revision);
  const listing = { member: "tools", all: entriesOf(view), nameOf, entryOf: entry };
  return pageOf(view.table, revision, listing, cursor);
}

/**
 * The JSON of a `tools/list` result: see `pageOf`. A first page for callers that may call everything is kept, unless it
 * is of a preview, which starts no runs.
 */
export function listTools(view: View, revision: Revision, cursor: unknown): string | null {
  const { table, endpoint, caller } = view;
  if (!mayCallAll(caller) || cursor !== undefined || endpoint.preview !== null) return makeList(view, revision, cursor);
  const lists = table.lists.get(endpoint.approvals) ?? new Map<Revision, string>();
  const known = lists.get(revision);
  if (known !== undefined) return known;
  const made = makeList(view, revision, cursor);
  if (made !== null) table.lists.set(endpoint.approvals, lists.set(revision, made));
  return made;
}

/** The entries of all pages, as one caller sees them at 2026-07-28. */
export const listedTools = (view: View): readonly string[] =>
  entriesOf(view).map((entry) => entryOf(view, entry, modernRevision));
