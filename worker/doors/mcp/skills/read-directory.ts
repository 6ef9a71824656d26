import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { pageOf } from "../transport/page.ts";
import { filesIn, findSkills } from "./find-skills.ts";

/** A file or a directory in a directory. */
interface Child {
  /** The name of the resource; of a directory, the first among its files. Cursors name it. */
  key: string;
  /** The JSON of its entry. */
  entry: string;
}

/** The direct children of a directory of a skill; null: it is none (MCP Skills extension, "Reading Directories"). */
function childrenOf(request: McpRequest, revision: Revision, uri: string): Child[] | null {
  const isOfSkill = findSkills(request).some(({ root }) => uri === root || uri.startsWith(`${root}/`));
  const files = isOfSkill ? filesIn(request, uri) : [];
  if (files.length === 0) return null;
  const children = new Map<string, Child>();
  for (const { binding, listed } of files) {
    const [name = "", ...below] = binding.uri.slice(uri.length + 1).split("/");
    const directory = () => JSON.stringify({ uri: `${uri}/${name}`, name, mimeType: "inode/directory" });
    const entry = below.length === 0 ? listed(revision) : directory();
    const place = below.length === 0 ? name : `${name}/`;
    // Files come in the order of their names, so the first one of a directory gives the key.
    if (!children.has(place)) children.set(place, { key: binding.name, entry });
  }
  return [...children.values()];
}

/** The JSON of a result of `resources/directory/read`; a text without braces: why there is none. */
export function readDirectory(request: McpRequest, revision: Revision, uri: unknown, cursor: unknown): string {
  const children = typeof uri === "string" ? childrenOf(request, revision, uri) : null;
  if (children === null) return "uri is not a directory resource of this server";
  const listing = { member: "resources", all: children, nameOf: ({ key }: Child) => key };
  const entryOf = ({ entry }: Child) => entry;
  return pageOf(request.table, revision, { ...listing, entryOf }, cursor) ?? "the cursor is not known here";
}
