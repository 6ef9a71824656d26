import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import { json } from "../../store/json.ts";
import { notifyQueued } from "./jobs.ts";
import type { JobKind, JobPayloads } from "../../store/tables/jobs.ts";
import type { AnyScope } from "../../store/scope.ts";

/** A test runs somebody's code with its side effects, so we never retry it automatically. */
const maxAttempts: Record<JobKind, number> = { build: 3, validate: 3, declare: 3, test: 1, tests: 2, connection: 2 };

/**
 * Queues a job; workers see it when the transaction commits. The job fails if no worker claims it within
 * `claimWithinMs`. Returns its id.
 */
export async function enqueueJob<K extends JobKind>(
  scope: AnyScope,
  job: {
    projectId: string;
    kind: K;
    payload: JobPayloads[K];
    deploymentId?: string;
    previewId?: string;
    claimWithinMs: number;
  },
): Promise<string> {
  const id = identifier("job");
  await scope.tx
    .insertInto("jobs")
    .values({
      id,
      projectId: job.projectId,
      kind: job.kind,
      deploymentId: job.deploymentId ?? null,
      previewId: job.previewId ?? null,
      payload: json(job.payload),
      maxAttempts: maxAttempts[job.kind],
      claimBy: sql<Date>`clock_timestamp() + ${job.claimWithinMs} * interval '1 millisecond'`,
    })
    .execute();
  await notifyQueued(scope, job.kind);
  return id;
}
