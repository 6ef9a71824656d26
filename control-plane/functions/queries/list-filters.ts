import { sql, type RawBuilder } from "kysely";
import { servedRevision } from "./served-revisions.ts";

/** Whether a Function's draft has this status in Development; `functions` is the statement's table. */
export function isOfStatus(projectId: string, status: "draft" | "deployed" | "changed"): RawBuilder<boolean> {
  const served = servedRevision(projectId, "development");
  if (status === "draft") return sql<boolean>`${served} is null`;
  return status === "deployed" ? sql<boolean>`${served} = revision` : sql<boolean>`${served} <> revision`;
}

/** What a draft uses of each kind, with the given names written as in its row. */
export const uses = {
  secret: (name: string) => sql<boolean>`permissions @> ${JSON.stringify({ secrets: [name] })}::text::jsonb`,
  collection: (name: string) =>
    sql<boolean>`permissions @> ${JSON.stringify({ collections: [{ name }] })}::text::jsonb`,
  library: (name: string) => sql<boolean>`libraries @> ${JSON.stringify([name])}::text::jsonb`,
};
