import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { LockedProjects } from "../../observed/executions/queries/insert-executions.ts";
import { eraseAnswers } from "../../serving/idempotency/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { digestOf } from "./digest-of.ts";
import { listErased } from "./queries.ts";

/** By what an erasure may have named whose call it was. */
function digestsOf({ projectId, tenantId, caller: { id, subject, email, issuer } }: ExecutionRecord): string[] {
  const names = [id, subject, email].filter((name) => typeof name === "string");
  if (issuer !== undefined && subject !== undefined) names.push(`${issuer} ${subject}`);
  return [digestOf(projectId, "tenant", tenantId), ...names.map((name) => digestOf(projectId, "caller", name))];
}

/**
 * The records but for those of tenants and callers that were erased after the call began: a worker may report late. What is kept of
 * the answers of such calls goes. Asks the database only about calls that began before something of their Project was erased.
 */
export async function dropErased(
  scope: InstallationScope,
  projects: LockedProjects,
  records: readonly ExecutionRecord[],
): Promise<readonly ExecutionRecord[]> {
  const late = records.filter(
    (record) => Date.parse(record.startedAt) <= (projects.get(record.projectId)?.getTime() ?? -Infinity),
  );
  if (late.length === 0) return records;
  const erased = await listErased(scope, [...new Set(late.map(({ projectId }) => projectId))]);
  const until = new Map(erased.map(({ sha256, createdAt }) => [sha256, createdAt.getTime()]));
  const isGone = (record: ExecutionRecord) =>
    digestsOf(record).some((digest) => Date.parse(record.startedAt) <= (until.get(digest) ?? -Infinity));
  const gone = Map.groupBy(late.filter(isGone), ({ projectId }) => projectId);
  for (const [projectId, its] of gone)
    await eraseAnswers(
      scope,
      projectId,
      its.map(({ requestId }) => requestId),
    );
  return gone.size === 0 ? records : records.filter((record) => !isGone(record));
}
