import { setTimeout as delay } from "node:timers/promises";
import type { BuildJob, BuiltFunction, JobResult } from "@ferrule/contract/internal/jobs.ts";
import type { ResolvedLibrary } from "@ferrule/contract/internal/libraries.ts";
import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { Builder } from "../builds/builder.ts";
import {
  ControlPlaneRefusal,
  type ControlPlaneClient,
} from "../../ground/control-plane-client/control-plane-client.ts";
import { runTestsOf, type TestsMeans } from "../test-runs/run-tests-of.ts";
import { ControlPlaneAway } from "./control-plane-away.ts";
import type { JobLease } from "./job-lease.ts";
import { createBundleUpload } from "./bundle-upload.ts";

const pauseMs = 250;
/** About ten seconds. If the control plane is away for longer than a lease, the job's signal aborts anyway. */
const mostTries = 40;

/** Retries while the control plane is away or restarting, because the build is still good and the lease still ours. */
async function insist<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isRefused = error instanceof ControlPlaneRefusal && error.status < 500;
      if (signal.aborted || isRefused) throw error;
      if (tries >= mostTries) throw new ControlPlaneAway(error);
      await delay(pauseMs, undefined, { signal });
    }
  }
}

type BuildClient = Pick<ControlPlaneClient, "listKnownBuilds" | "listMissingBundles" | "storeBundle" | "storeBundles">;

/** A client that retries its requests until `signal` aborts. */
const insisting = (client: BuildClient, signal: AbortSignal): BuildClient => ({
  listKnownBuilds: (asked) => insist(() => client.listKnownBuilds({ ...asked, signal }), signal),
  listMissingBundles: (asked) => insist(() => client.listMissingBundles({ ...asked, signal }), signal),
  storeBundle: (asked) => insist(() => client.storeBundle({ ...asked, signal }), signal),
  storeBundles: (asked) => insist(() => client.storeBundles({ ...asked, signal }), signal),
});

interface BuildMeans {
  builder: Pick<Builder, "build">;
  /** Runs tests. Unset: the worker runs none. */
  tests?: TestsMeans | undefined;
  client: BuildClient;
  /** Called with the bundles, because this worker probably serves them in a moment. */
  offerBundles?: (built: Iterable<BundleBytes>) => Promise<void>;
}

/**
 * Runs the tests that a deployment requires, if all its Functions are valid. Returns their outcomes by Function, and the
 * Libraries that only tests import and that were fetched for the first time.
 */
async function testsOf(
  job: BuildJob,
  built: readonly BuiltFunction[],
  lease: Pick<JobLease, "signal" | "log" | "progress">,
  { tests }: BuildMeans,
  stepBack?: AbortSignal,
): Promise<{ outcomes: Map<string, Pick<BuiltFunction, "tests">>; resolved: ResolvedLibrary[] }> {
  const tested = job.functions.flatMap((one, index) => {
    const own = built[index];
    return one.tests === undefined || own === undefined ? [] : [{ one, built: own }];
  });
  const isDue = job.runTests === true && tests !== undefined && built.every(({ valid }) => valid);
  if (!isDue || tested.length === 0) return { outcomes: new Map(), resolved: [] };
  const { projectId, libraries } = job;
  lease.log(
    "info",
    `Running the tests of ${tested.length} ${tested.length === 1 ? "Function" : "Functions"}.`,
    "tests",
  );
  const { functions, resolved } = await runTestsOf(
    tested,
    { projectId, libraries, coverage: false, bail: false },
    tests,
    {
      signal: lease.signal,
      stepBack,
      onEnd: (_one, done) => lease.progress(done, tested.length, "testing"),
    },
  );
  return { outcomes: new Map(functions.map(({ id, ...outcome }) => [id, { tests: outcome }])), resolved };
}

/** Builds a deployment's Functions and uploads the bundles that the control plane lacks. */
export async function runBuild(
  job: BuildJob,
  lease: Pick<JobLease, "signal" | "log" | "progress">,
  means: BuildMeans,
  stepBack?: AbortSignal,
): Promise<JobResult> {
  const { builder, client, offerBundles } = means;
  const { signal } = lease;
  const total = job.functions.length;
  lease.log("info", `Building ${total} ${total === 1 ? "Function" : "Functions"}.`);
  const insistent = insisting(client, signal);
  const upload = createBundleUpload(insistent, offerBundles);
  const { functions, resolved } = await builder.build(job.functions, {
    projectId: job.projectId,
    ...(stepBack === undefined ? {} : { stepBack }),
    signal,
    kept: job.kept,
    libraries: job.libraries,
    async known(keys) {
      const { builds } = await insistent.listKnownBuilds({ body: { keys } });
      return builds;
    },
    onBundle: upload.add,
    onProgress: (done, count, step) => lease.progress(done, count, step),
    onLog: (level, message) => lease.log(level, message),
  });
  await upload.end();
  const tests = await testsOf(job, functions, lease, means, stepBack);
  const invalid = functions.filter((one) => !one.valid).length;
  lease.log(
    invalid > 0 ? "error" : "info",
    invalid > 0 ? `${invalid} of ${total} Functions do not build.` : "All Functions are built.",
  );
  return {
    kind: "build",
    functions: functions.map((one) => ({ ...one, ...tests.outcomes.get(one.id) })),
    resolved: [...resolved, ...tests.resolved],
  };
}
