// A worker's part that follows runs, as a process of its own, which a test can stop: node follow-runs.ts URL TOKEN. It
// prints the run of each attempt that begins.
import { createLog } from "@ferrule/kit/log.ts";
import { followLeasedRuns } from "../building/leased-runs/follow-leased-runs.ts";
import { createControlPlaneClient } from "../ground/control-plane-client/control-plane-client.ts";

const [url = "", token = ""] = process.argv.slice(2);
followLeasedRuns({
  client: createControlPlaneClient({ url, token }),
  workerId: "wrk_stopped",
  concurrency: 4,
  ready: () => true,
  async run({ runId }) {
    process.stdout.write(`${runId}\n`);
    return { end: "succeeded", reason: null };
  },
  log: createLog("worker", "silent"),
});
