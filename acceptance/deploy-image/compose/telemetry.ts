import assert from "node:assert/strict";
import { eventually } from "../../eventually.ts";
import type { ComposeTopology, Podman } from "./topology.ts";

/**
 * Each scrape job of collector.yaml, and the number of addresses that it must have found: one for each container of its
 * role.
 */
const expected = { "ferrule-gateway": 2, "ferrule-control-plane": 2, "ferrule-worker": 3 };

interface Seen {
  targets: Record<string, string[]>;
  traces: number;
}

/** The collector has metrics of every container of every role, and traces. */
export async function checkTelemetry(podman: Podman, topology: ComposeTopology): Promise<void> {
  const [collector = ""] = topology.containersOf("collector");
  const ask = "fetch('http://127.0.0.1:8888/seen').then(async (answer) => console.log(await answer.text()))";
  const seen = async () => JSON.parse(await podman("exec", collector, "node", "-e", ask)) as Seen;
  const isComplete = ({ targets, traces }: Seen) =>
    traces > 0 && Object.entries(expected).every(([job, count]) => targets[job]!.length === count);
  const last = await eventually(async () => {
    const found = await seen();
    return isComplete(found) ? found : undefined;
  }, 20_000).catch(seen);
  assert.ok(isComplete(last), JSON.stringify(last));
  process.stdout.write(`compose: the collector has metrics of all seven roles, and ${last.traces} batches of traces\n`);
}
