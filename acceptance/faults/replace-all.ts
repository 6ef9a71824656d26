import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "../eventually.ts";
import { listAll } from "../journeys/list-all.ts";
import { startChanges } from "./changes.ts";
import type { FaultProject } from "./project.ts";
import type { Replica } from "./topology.ts";
import { describeFailures, Traffic } from "./traffic.ts";

/** A pause between two replicas, so that each mixture of old and new ones exists for a while. */
const betweenMs = 2_000;
const routes = ["echo", "wait", "count", "save", "remember"] as const;

/** The number of completed deployments. Fails if one ended otherwise, unless a newer one replaced it. */
async function completedDeployments({ client }: FaultProject): Promise<number> {
  const ended = await eventually(async () => {
    const all = await listAll(client.listDeployments, {});
    return all.every(({ finishedAt }) => finishedAt !== null) ? all : undefined;
  }, 60_000);
  const completed = ended.filter(({ status }) => status === "completed");
  const others = ended.filter(({ status, error }) => status !== "completed" && error?.code !== "SUPERSEDED");
  assert.deepEqual(
    others.map(({ status, error }) => ({ status, error })),
    [],
    "every deployment is completed",
  );
  return completed.length;
}

/**
 * Replaces one replica after the other, while calls of every kind, the console's requests, edits and deployments
 * continue. Returns a sentence about the work done meanwhile. Fails if a call or a deployment fails, or if anything
 * acknowledged is lost.
 */
export async function replaceAll(project: FaultProject, replicas: readonly Replica[]): Promise<string> {
  const load = routes.map((route) => new Traffic({ call: (id) => project.call(route, id), loops: 2 }));
  const manage = new Traffic({ call: () => project.client.getMe().then(() => 200), loops: 1, betweenMs: 50 });
  const changes = startChanges(project.client);
  const began: { name: string; at: number }[] = [];
  try {
    await delay(1_000);
    for (const replica of replicas) {
      began.push({ name: replica.name, at: performance.now() });
      await replica.replace();
      await delay(betweenMs);
    }
  } finally {
    await Promise.all([...load, manage].map((traffic) => traffic.stop()));
    await changes.stop();
  }
  const during = (moment: number) => began.findLast(({ at }) => at <= moment)?.name ?? "none";
  const failed = [...load, manage].flatMap((traffic, at) =>
    traffic.failed.map((call) => ({
      ...call,
      why: `${routes[at] ?? "getMe"} as ${during(call.ended)} was replaced: ${call.why}`,
    })),
  );
  assert.equal(describeFailures(failed), "", "no call fails");
  const deployments = await completedDeployments(project);
  assert.deepEqual(await changes.lost(), [], "no acknowledged change is lost");
  const answered = load.flatMap((traffic) => traffic.answered.map(({ requestId }) => requestId));
  await project.untilRecorded(answered, 60_000);
  const asked = `${answered.length} calls and ${manage.answered.length} requests of the console, 0 failed`;
  return `${asked}; ${changes.acknowledged()} changes, 0 lost; ${deployments} deployments completed`;
}
