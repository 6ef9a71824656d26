import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { readContents } from "../../releases/deployments/queries/kept-contents.ts";
import type { McpBindingRow } from "../../serving/bindings/queries.ts";
import type { ContentOf } from "./parts.ts";

/** Reads the kept contents of these bindings. */
export async function contentsOf(
  scope: ProjectScope,
  rows: readonly Pick<McpBindingRow, "contentDigest">[],
): Promise<ContentOf> {
  const contents = await readContents(
    scope,
    rows.flatMap(({ contentDigest }) => contentDigest ?? []),
  );
  return (digest) => found(contents.get(digest));
}
