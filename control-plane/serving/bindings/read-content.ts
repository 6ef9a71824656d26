import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { readContents } from "../../releases/deployments/queries/kept-contents.ts";
import type { McpBindingRow } from "./queries.ts";

/** The kept content of a resource; null: it has none. */
export async function readContent(
  scope: ProjectScope,
  { contentDigest }: Pick<McpBindingRow, "contentDigest">,
): Promise<McpContent | null> {
  if (contentDigest === null) return null;
  return (await readContents(scope, [contentDigest])).get(contentDigest) ?? null;
}
