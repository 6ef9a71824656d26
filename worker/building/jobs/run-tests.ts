import type { JobResult, TestsJob } from "@ferrule/contract/internal/jobs.ts";
import type { Builder } from "../builds/builder.ts";
import { runTestsOf, type TestsMeans } from "../test-runs/run-tests-of.ts";
import type { JobLease } from "./job-lease.ts";

export interface TestsJobMeans extends TestsMeans {
  builder: Pick<Builder, "build" | "buildTests">;
}

/** Builds Functions and runs their tests. Nothing is stored, and no execution is recorded. */
export async function runTests(
  job: TestsJob,
  lease: Pick<JobLease, "signal">,
  means: TestsJobMeans,
  stepBack: AbortSignal,
): Promise<JobResult> {
  const { projectId, libraries, coverage, bail, name } = job;
  const { signal } = lease;
  const answer = await means.builder.build(job.functions, { signal, stepBack, libraries, projectId });
  const tested = job.functions.map((one, index) => {
    const built = answer.functions[index];
    if (built === undefined) throw new Error(`The builder answered nothing for ${one.id}.`);
    return { one, built };
  });
  const wish = { projectId, libraries, coverage, bail, name };
  const { functions, libraries: covered, resolved } = await runTestsOf(tested, wish, means, { signal, stepBack });
  return { kind: "tests", functions, libraries: covered, resolved: [...answer.resolved, ...resolved] };
}
