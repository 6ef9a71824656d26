import type { Job, JobResult } from "@ferrule/contract/internal/jobs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";
import type { Databases } from "../../running/databases/databases.ts";
import { createStackMapper } from "../../running/sandbox/call/outcome/stack-mapper.ts";
import { followJobs } from "./follow-jobs.ts";
import type { JobLease } from "./job-lease.ts";
import { runBuild } from "./run-build.ts";
import { runConnection } from "./run-connection.ts";
import { runDeclare } from "./run-declare.ts";
import { runTest, type TestMeans } from "./run-test.ts";
import { runTests } from "./run-tests.ts";
import { runValidate } from "./run-validate.ts";

export interface JobsOptions extends TestMeans {
  client: ControlPlaneClient;
  /** DEPLOYMENT_CONCURRENCY: how many builds run at once, besides calls. */
  deploymentConcurrency: number;
  databases: Databases;
  /** MASKED_NAMES. */
  maskedNames: readonly string[];
  /** Called with the bundles of a build. */
  offerBundles: (built: Iterable<BundleBytes>) => Promise<void>;
  log: Log;
}

/**
 * How many validations and tests run at once. They have separate slots, because an author waits for them and should not
 * queue behind deployments.
 */
const authorConcurrency = 2;

/** Takes jobs from the control plane: deployments in their slots, validations and tests in separate slots. */
export function startJobs(options: JobsOptions): AsyncDisposable {
  const { client, builder, offerBundles, workerId, log } = options;
  const stacks = createStackMapper();
  const run = (job: Job, lease: JobLease, stepBack: AbortSignal): Promise<JobResult> => {
    const tests = { ...options, stacks };
    if (job.kind === "build") return runBuild(job, lease, { builder, client, offerBundles, tests }, stepBack);
    if (job.kind === "validate") return runValidate(job, lease, builder, stepBack);
    if (job.kind === "declare") return runDeclare(job, lease, builder);
    if (job.kind === "connection") return runConnection(job, lease, options.databases);
    if (job.kind === "tests") return runTests(job, lease, tests, stepBack);
    return runTest(job, lease, options, stepBack);
  };
  const builds = followJobs({
    client,
    workerId,
    kinds: ["build"],
    builder: builder.fingerprint,
    concurrency: options.deploymentConcurrency,
    run,
    log,
  });
  const drafts = followJobs({
    client,
    workerId,
    kinds: ["validate", "declare", "test", "tests", "connection"],
    concurrency: authorConcurrency,
    run,
    log,
  });
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([builds[Symbol.asyncDispose](), drafts[Symbol.asyncDispose]()]);
      await stacks.close();
    },
  };
}
