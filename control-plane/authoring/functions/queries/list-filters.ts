import { sql, type RawBuilder } from "kysely";
import type { FunctionUse } from "@ferrule/contract/permissions/function-uses.ts";
import { permissionKinds } from "@ferrule/contract/permissions/permission-kinds.ts";
import { servedRevision } from "./served-revisions.ts";

/** Whether a Function's draft has this status in Development; `functions` is the statement's table. */
export function isOfStatus(projectId: string, status: "draft" | "deployed" | "changed"): RawBuilder<boolean> {
  const served = servedRevision(projectId, "development");
  if (status === "draft") return sql<boolean>`${served} is null`;
  return status === "deployed" ? sql<boolean>`${served} = revision` : sql<boolean>`${served} <> revision`;
}

const kindOf = (use: FunctionUse) => Object.values(permissionKinds).find(({ one }) => one === use);

/** Whether a draft uses the thing that a filter of the list names, in the spelling of its row. */
export function usesThe(use: FunctionUse, name: string): RawBuilder<boolean> {
  const kind = kindOf(use);
  return kind === undefined
    ? sql<boolean>`libraries @> ${JSON.stringify([name])}::text::jsonb`
    : sql<boolean>`permissions @> ${JSON.stringify(kind.part(name))}::text::jsonb`;
}
