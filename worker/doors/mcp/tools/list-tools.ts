import type { Authenticated } from "../../serving/credential.ts";
import { callableBy, mayCallAll } from "../../tokens/refused-target.ts";
import type { View } from "../transport/method.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import { mayBeRun } from "../../runs/run-need.ts";
import type { CompiledTool, ToolTable } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { pageOf } from "../transport/page.ts";

type Rules = Pick<ServedEndpoint, "approvals">;

const nameOf = ({ binding }: CompiledTool) => binding.toolName;

const entryOf = (rules: Rules, { binding, called, listed, listedWithoutOutput }: CompiledTool, revision: Revision) =>
  (mayBeRun(rules, called, binding.toolName) ? listedWithoutOutput : listed)[revision];

function makeList(
  table: ToolTable,
  rules: Rules,
  revision: Revision,
  caller: Authenticated,
  cursor: unknown,
): string | null {
  const all = callableBy(caller, table.sorted, nameOf);
  const listing = { member: "tools", all, nameOf, entryOf: (tool: CompiledTool) => entryOf(rules, tool, revision) };
  return pageOf(table, revision, listing, cursor);
}

/** The JSON of a `tools/list` result: see `pageOf`. A first page for callers that may call everything is kept. */
export function listTools(
  table: ToolTable,
  rules: Rules,
  revision: Revision,
  caller: Authenticated,
  cursor: unknown,
): string | null {
  if (!mayCallAll(caller) || cursor !== undefined) return makeList(table, rules, revision, caller, cursor);
  const lists = table.lists.get(rules.approvals) ?? new Map<Revision, string>();
  const known = lists.get(revision);
  if (known !== undefined) return known;
  const made = makeList(table, rules, revision, caller, cursor);
  if (made !== null) table.lists.set(rules.approvals, lists.set(revision, made));
  return made;
}

/** The entries of all pages, as one caller sees them at 2026-07-28. */
export const listedTools = ({ table, endpoint, caller }: View): readonly string[] =>
  callableBy(caller, table.sorted, nameOf).map((tool) => entryOf(endpoint, tool, modernRevision));
