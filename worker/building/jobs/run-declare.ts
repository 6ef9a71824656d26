import type { DeclareJob, JobResult } from "@ferrule/contract/internal/jobs.ts";
import type { Builder } from "../builds/builder.ts";
import type { JobLease } from "./job-lease.ts";

/** Declares what a Project's Libraries export, for the editor. */
export async function runDeclare(job: DeclareJob, lease: JobLease, builder: Builder): Promise<JobResult> {
  return { kind: "declare", ...(await builder.declare(job.libraries, lease.signal, job.projectId)) };
}
