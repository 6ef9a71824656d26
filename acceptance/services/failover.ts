import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { useTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { eventually } from "../eventually.ts";
import { startChanges } from "../faults/changes.ts";
import { openFaultProject } from "../faults/project.ts";
import { startTopology } from "../faults/topology.ts";
import { describeFailures, Traffic } from "../faults/traffic.ts";
import type { Check } from "./check.ts";
import { startPostgresPair, type PostgresPair } from "./postgres-pair.ts";

/** docs/operating.md promises this after the standby takes writes. */
const recoveryMs = 2_000;
/** The time from the loss of the primary to the promotion: noticing it takes a while. */
const unnoticedMs = 3_000;

async function failOver(pair: PostgresPair): Promise<string> {
  await using postgres = await useTestPostgres(pair.adminUrl);
  await using topology = await startTopology({ workers: 2, postgres });
  const project = await openFaultProject(topology);
  const { client } = project;
  const traffic = new Traffic({ call: (id) => project.call("echo", id), loops: 4 });
  const saving = new Traffic({ call: (id) => project.call("save", id), loops: 2, betweenMs: 20 });
  const changes = startChanges(client);
  await delay(3_000);
  pair.killPrimary();
  await delay(unnoticedMs);
  await pair.promote();
  const moment = performance.now();
  await eventually(async () => client.getMe().catch(() => undefined), 30_000);
  const managed = performance.now() - moment;
  await delay(5_000);
  await Promise.all([traffic.stop(), saving.stop()]);
  await changes.stop();
  const saved = saving.recovery(moment);

  assert.equal(describeFailures(traffic.failed), "", "calls go on");
  assert.ok(managed < recoveryMs, `the management API answered ${Math.round(managed)} ms after the promotion`);
  assert.ok(saved < recoveryMs, `records could be stored ${Math.round(saved)} ms after the promotion`);
  const kept = await project.saved();
  assert.deepEqual(
    saving.answered.filter(({ requestId }) => !kept.has(requestId)),
    [],
    "acknowledged records are kept",
  );
  assert.deepEqual(await changes.lost(), [], "acknowledged changes are kept");
  const answered = [...traffic.answered, ...saving.answered].map(({ requestId }) => requestId);
  await project.untilRecorded(answered, 60_000);
  return [
    `${traffic.calls.length} calls, 0 failed`,
    `${changes.acknowledged() + kept.size} acknowledged changes, 0 lost`,
    `the management API after ${Math.round(managed)} ms, records after ${Math.round(saved)} ms`,
  ].join("; ");
}

/** The primary fails under load, and its synchronous standby takes over at the same address. */
export const failoverCheck = (binaries: string): Check => ({
  name: "the primary is lost, and the standby takes over",
  async run() {
    await using pair = await startPostgresPair(binaries);
    return `PostgreSQL ${pair.version}: ${await failOver(pair)}`;
  },
});
