import type { JobResult, ValidateJob } from "@ferrule/contract/internal/jobs.ts";
import type { Builder } from "../builds/builder.ts";
import type { JobLease } from "./job-lease.ts";

/** Checks one draft. Its bundle stays in the build cache, where a deployment finds it. */
export async function runValidate(
  job: ValidateJob,
  lease: JobLease,
  builder: Builder,
  stepBack: AbortSignal,
): Promise<JobResult> {
  const { libraries, projectId } = job;
  const { functions, resolved } = await builder.build([job.function], {
    signal: lease.signal,
    libraries,
    projectId,
    stepBack,
  });
  const built = functions[0];
  if (built === undefined) throw new Error(`The builder returned no result for ${job.function.id}.`);
  return { kind: "validate", function: built, resolved };
}
