import type { jobProgress } from "@ferrule/contract/internal/jobs.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { JobRow } from "../jobs/records.ts";
import type { InstallationScope } from "../store/scope.ts";
import { appendLog } from "./records.ts";

type Report = Pick<z.infer<typeof jobProgress>, "done" | "total" | "step" | "logs">;

/** Notes how far a build is and its new log lines on its deployment. */
export async function reportBuild(scope: InstallationScope, job: JobRow, report: Report): Promise<void> {
  if (job.deploymentId === null) return;
  const { done, total, step } = report;
  if (done !== undefined || total !== undefined || step !== undefined) {
    await sql`update deployments
      set progress = progress || ${JSON.stringify({ done, total, step })}::text::jsonb,
        revision = revision + 1, updated_at = clock_timestamp()
      where id = ${job.deploymentId}`.execute(scope.tx);
    await sql`select pg_notify('deployments', ${job.deploymentId})`.execute(scope.tx);
  }
  await appendLog(scope, { id: job.deploymentId, projectId: job.projectId }, report.logs);
}
