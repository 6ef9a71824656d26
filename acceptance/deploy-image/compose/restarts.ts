import assert from "node:assert/strict";
import { eventually } from "../../eventually.ts";
import { startLoad } from "../../load.ts";
import type { Journey } from "./journeys.ts";
import type { ComposeTopology, Podman } from "./topology.ts";

const roles = ["gateway-1", "control-plane", "worker-1"];

/** Restarts one container of each role while tools, routes and the console's requests go on. No call may fail. */
export async function restartEachRole(podman: Podman, topology: ComposeTopology, journey: Journey): Promise<void> {
  const answered = async (call: () => Promise<unknown>) => {
    await call();
    return {};
  };
  const calls = [journey.callRoute, journey.callTool, () => journey.client.getMe()];
  const load = startLoad(
    calls.map((call) => () => answered(call)),
    3,
  );
  const restarted: string[] = [];
  const failed: string[] = [];
  for (const role of roles) {
    const [container = ""] = topology.containersOf(role);
    const began = performance.now();
    const before = load.failures.length;
    await podman("restart", container);
    await topology.untilHealthy(role);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    restarted.push(`${container} in ${seconds} s`);
    for (const failure of load.failures.slice(before)) failed.push(`${container}: ${failure}`);
  }
  await load.stop();
  process.stdout.write(
    `compose: restarted ${restarted.join(", ")}, under ${load.answers.length} calls, ` +
      `${load.failures.length} failed; ${load.percentiles()}\n`,
  );
  assert.deepEqual(failed, [], "no call fails");
  const { requestId } = await journey.callTool();
  // The restarted worker may still be connecting to a control plane.
  const recorded = async () => (await journey.client.listExecutions({ query: { requestId } })).items[0];
  assert.equal((await eventually(recorded, 5_000)).status, "succeeded");
}
