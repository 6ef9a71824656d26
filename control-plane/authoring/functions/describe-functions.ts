import type { FunctionResource } from "@ferrule/contract/resources/function.ts";
import type { FunctionRow, FunctionSummaryRow } from "./queries/functions.ts";
import type { Served } from "./queries/served-revisions.ts";

type Summary = Omit<FunctionResource, "source" | "inputSchema" | "outputSchema" | "derived">;

/** `draft`: Development does not serve it; `deployed`: it serves this revision; `changed`: it serves another one. */
function statusOf(revision: number, served: number | null): Summary["status"] {
  if (served === null) return "draft";
  return served === revision ? "deployed" : "changed";
}

/** A Function as a list shows it. */
export const describeSummary = (row: FunctionSummaryRow, { development, production }: Served): Summary => ({
  id: row.id,
  projectId: row.projectId,
  slug: row.slug,
  name: row.name,
  description: row.description,
  timeoutMs: row.timeoutMs,
  memoryMb: row.memoryMb,
  permissions: row.permissions,
  libraries: row.libraries,
  status: statusOf(row.revision, development),
  served: { development, production },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});

/** A Function with its source and schemas. */
export function describeFunction(row: FunctionRow, served: Served): FunctionResource {
  const { source, inputSchema, outputSchema, derived } = row;
  return { ...describeSummary(row, served), source, inputSchema, outputSchema, derived };
}
