import { z } from "zod";
import { knownBuildsAnswer, type BuildJob, type JobResult } from "@ferrule/contract/internal/jobs.ts";
import type { Builder } from "../builds/builder.ts";
import type { ControlPlaneClient } from "../control-plane-client/control-plane-client.ts";
import type { JobLease } from "./job-lease.ts";

const missingAnswer = z.object({ missing: z.array(z.string()) });
const uploadsAtOnce = 8;

/** Builds a deployment's Functions and uploads the bundles that the control plane does not have yet. */
export async function runBuild(
  job: BuildJob,
  lease: JobLease,
  builder: Builder,
  client: ControlPlaneClient,
): Promise<JobResult> {
  const total = job.functions.length;
  lease.log("info", `Building ${total} ${total === 1 ? "Function" : "Functions"}.`);
  const { functions, bundles, resolved } = await builder.build(job.functions, {
    signal: lease.signal,
    libraries: job.libraries,
    async known(keys) {
      const path = "/internal/builds/known";
      const answer = await client.request({ method: "POST", path, body: { keys }, signal: lease.signal });
      return knownBuildsAnswer.parse(answer).builds;
    },
    onProgress: (done, count, step) => lease.progress(done, count, step),
    onLog: (level, message) => lease.log(level, message),
  });
  const digests = [...bundles.keys()];
  const path = "/internal/bundles/missing";
  const { missing } = missingAnswer.parse(
    await client.request({ method: "POST", path, body: { digests }, signal: lease.signal }),
  );
  const waiting = [...missing];
  const upload = async () => {
    for (let digest = waiting.pop(); digest !== undefined; digest = waiting.pop()) {
      await client.request({
        method: "PUT",
        path: `/internal/bundles/${digest}`,
        body: bundles.get(digest),
        signal: lease.signal,
        timeoutMs: 60_000,
      });
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
  const invalid = functions.filter((one) => !one.valid).length;
  lease.log(
    invalid > 0 ? "error" : "info",
    invalid > 0 ? `${invalid} of ${total} Functions do not build.` : "All Functions are built.",
  );
  return { kind: "build", functions, resolved };
}
