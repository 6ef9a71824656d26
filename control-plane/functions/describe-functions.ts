import type { FunctionResource } from "@ferrule/contract/resources/function.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { found } from "../http/handler/not-found.ts";
import type { ProjectScope } from "../store/scope.ts";
import { listServedRevisions, type FunctionRow, type FunctionSummaryRow } from "./queries/functions.ts";

type Summary = Omit<FunctionResource, "source" | "inputSchema" | "outputSchema" | "derived">;

/** `draft`: Development does not serve it; `deployed`: it serves this revision; `changed`: it serves another one. */
function statusOf(revision: number, served: number | undefined): Summary["status"] {
  if (served === undefined) return "draft";
  return served === revision ? "deployed" : "changed";
}

/** Functions as a list shows them, in the order given. */
export async function describeFunctions(scope: ProjectScope, rows: readonly FunctionSummaryRow[]): Promise<Summary[]> {
  const served = await listServedRevisions(
    scope,
    rows.map(({ id }) => id),
  );
  const revisions: Record<Environment, Map<string, number>> = { development: new Map(), production: new Map() };
  for (const { environment, functionId, revision } of served) revisions[environment].set(functionId, revision);
  return rows.map((row) => ({
    id: row.id,
    projectId: row.projectId,
    slug: row.slug,
    name: row.name,
    description: row.description,
    timeoutMs: row.timeoutMs,
    memoryMb: row.memoryMb,
    permissions: row.permissions,
    libraries: row.libraries,
    status: statusOf(row.revision, revisions.development.get(row.id)),
    served: {
      development: revisions.development.get(row.id) ?? null,
      production: revisions.production.get(row.id) ?? null,
    },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
  }));
}

export async function describeFunction(scope: ProjectScope, row: FunctionRow): Promise<FunctionResource> {
  const summary = found((await describeFunctions(scope, [row]))[0]);
  const { source, inputSchema, outputSchema, derived } = row;
  return { ...summary, source, inputSchema, outputSchema, derived };
}
