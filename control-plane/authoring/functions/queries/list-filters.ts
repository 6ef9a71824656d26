import { sql, type RawBuilder } from "kysely";
import type { FunctionUse } from "@ferrule/contract/permissions/function-uses.ts";
import { servedRevision } from "./served-revisions.ts";

/** Whether a Function's draft has this status in Development; `functions` is the statement's table. */
export function isOfStatus(projectId: string, status: "draft" | "deployed" | "changed"): RawBuilder<boolean> {
  const served = servedRevision(projectId, "development");
  if (status === "draft") return sql<boolean>`${served} is null`;
  return status === "deployed" ? sql<boolean>`${served} = revision` : sql<boolean>`${served} <> revision`;
}

const declares = (some: object) => sql<boolean>`permissions @> ${JSON.stringify(some)}::text::jsonb`;

/** Whether a draft uses the thing that a filter of the list names, in the spelling of its row. */
export const uses: Record<FunctionUse, (name: string) => RawBuilder<boolean>> = {
  secret: (name) => declares({ secrets: [name] }),
  host: (name) => declares({ hosts: [name] }),
  collection: (name) => declares({ collections: [{ name }] }),
  connection: (name) => declares({ connections: [name] }),
  cache: () => declares({ cache: true }),
  library: (name) => sql<boolean>`libraries @> ${JSON.stringify([name])}::text::jsonb`,
};
