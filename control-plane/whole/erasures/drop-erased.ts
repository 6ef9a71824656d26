import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { LockedProjects } from "../../observed/executions/queries/insert-executions.ts";
import { eraseAnswers } from "../../serving/idempotency/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { digestOf } from "./digest-of.ts";
import { listErased } from "./queries.ts";

/** The digests under which an erasure may have recorded the owner of a call. */
function digestsOf({ projectId, tenantId, caller: { id, subject, email, issuer } }: ExecutionRecord): string[] {
  const names = [id, subject, email].filter((name) => typeof name === "string");
  if (issuer !== undefined && subject !== undefined) names.push(`${issuer} ${subject}`);
  return [digestOf(projectId, "tenant", tenantId), ...names.map((name) => digestOf(projectId, "caller", name))];
}

/**
 * Drops records of tenants and callers that were erased after the call began, because a worker may report late. It also
 * removes the stored answers of such calls. It asks the database only about calls that began before the last erasure in
 * their Project.
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
