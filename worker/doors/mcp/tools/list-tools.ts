import type { Authenticated } from "../../serving/credential.ts";
import { callableBy, mayCallAll } from "../../tokens/refused-target.ts";
import type { View } from "../transport/method.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import { mayBeRun } from "../../runs/run-need.ts";
import { listTtlMs, type CompiledTool, type ToolTable } from "../../../deployed/endpoints/bindings/tool-table.ts";

const pageLength = 200;
const cursorText = /^after:([A-Za-z0-9_.-]{1,64})$/;

const encodeCursor = (name: string) => Buffer.from(`after:${name}`).toString("base64url");

function decodeCursor(cursor: unknown): string | null {
  if (typeof cursor !== "string" || cursor.length > 200) return null;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const name = cursorText.exec(text)?.[1];
  return name !== undefined && encodeCursor(name) === cursor ? name : null;
}

type Rules = Pick<ServedEndpoint, "approvals">;

/**
 * The JSON of a `tools/list` result, with 200 tools a page. Null for an invalid cursor. A cursor names the last tool
 * before the page, so it works on any worker and after a deployment.
 */
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

const entryOf = (rules: Rules, { binding, called, listed, listedWithoutOutput }: CompiledTool, revision: Revision) =>
  (mayBeRun(rules, called, binding.toolName) ? listedWithoutOutput : listed)[revision];

/** The entries of all pages, as one caller sees them at 2026-07-28. */
export const listedTools = ({ table, endpoint, caller }: View): readonly string[] =>
  callableBy(caller, table.sorted, ({ binding }) => binding.toolName).map((tool) =>
    entryOf(endpoint, tool, modernRevision),
  );

function makeList(
  table: ToolTable,
  rules: Rules,
  revision: Revision,
  caller: Authenticated,
  cursor: unknown,
): string | null {
  const visible = callableBy(caller, table.sorted, ({ binding }) => binding.toolName);
  let begin = 0;
  if (cursor !== undefined) {
    const after = decodeCursor(cursor);
    if (after === null) return null;
    begin = visible.findIndex((tool) => tool.binding.toolName > after);
    if (begin === -1) begin = visible.length;
  }
  const page = visible.slice(begin, begin + pageLength);
  const last = page.at(-1);
  const more = last !== undefined && begin + page.length < visible.length;
  const tools = `"tools":[${page.map((tool) => entryOf(rules, tool, revision)).join(",")}]`;
  const next = more ? `,"nextCursor":"${encodeCursor(last.binding.toolName)}"` : "";
  if (revision !== "2026-07-28") return `{${tools}${next}}`;
  return `{"resultType":"complete",${tools}${next},"ttlMs":${listTtlMs},"cacheScope":"private"${table.modernEnd}`;
}
