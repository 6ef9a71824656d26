import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { createFunction, deploy, keepCalled } from "../deploy.ts";
import type { FaultProject } from "./project.ts";
import type { Replica } from "./topology.ts";
import { describeFailures, Traffic } from "./traffic.ts";

/** Between two replicas, so that each mixture of what was replaced and what was not is there for a while. */
const betweenMs = 2_000;

/** Edits a Function and deploys it, again and again; fails when an edit is refused or a deployment fails. */
async function startDeployments({ client }: FaultProject): Promise<Traffic> {
  const source = (n: number) => `export default () => ${n};`;
  const functionId = await createFunction(client, "edited", source(0));
  await keepCalled(client, functionId);
  let edits = 0;
  const call = async () => {
    edits += 1;
    await client.updateFunction({ params: { functionId }, body: { source: source(edits) } });
    await deploy(client);
    return 200;
  };
  return new Traffic({ call, loops: 1, betweenMs: 200 });
}

/**
 * Replaces one replica after the other, with the code at `root`, while calls of every kind, the console's requests, edits
 * and deployments go on. Answers what was done in between, as a sentence. Fails when anything does.
 */
export async function replaceAll(project: FaultProject, replicas: readonly Replica[], root?: string): Promise<string> {
  const deployments = await startDeployments(project);
  const routes = ["echo", "wait", "count", "save", "remember"] as const;
  const load = routes.map((route) => new Traffic({ call: (id) => project.call(route, id), loops: 2 }));
  const manage = new Traffic({ call: () => project.client.getMe().then(() => 200), loops: 1, betweenMs: 50 });
  const all = [...load, manage, deployments];
  const began: { name: string; at: number }[] = [];
  try {
    await delay(1_000);
    for (const replica of replicas) {
      began.push({ name: replica.name, at: performance.now() });
      await replica.replace(root);
      await delay(betweenMs);
    }
  } finally {
    await Promise.all(all.map((traffic) => traffic.stop()));
  }
  const during = (moment: number) => began.findLast(({ at }) => at <= moment)?.name ?? "none";
  const failed = all.flatMap((traffic) => traffic.failed);
  const said = failed.map((call) => ({ ...call, why: `${call.why} while ${during(call.ended)} was replaced` }));
  assert.equal(describeFailures(said), "", "no call fails");
  const answered = load.flatMap((traffic) => traffic.answered.map(({ requestId }) => requestId));
  await project.untilRecorded(answered, 60_000);
  const [calls, requests, deployed] = [answered, manage.answered, deployments.answered].map(({ length }) => length);
  return `${calls} calls, ${requests} requests of the console and ${deployed} deployments, 0 failed`;
}
