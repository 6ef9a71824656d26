import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createFunction, deploy, keepCalled, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform } from "../platform.ts";

/** It keeps the type checker busy for seconds without output. */
const slowSource = `
type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type Pair = \`\${Digit}\${Digit}\`;
type Turn<T extends string, N extends unknown[] = []> = N["length"] extends 900
  ? T
  : Turn<T extends \`\${infer A}\${infer B}\` ? \`\${B}\${A}\` : T, [...N, T]>;
export const three: Turn<\`\${Pair}\${Digit}\`> = "000";
export const four: Turn<\`\${Pair}\${Pair}\`> = "0000";
export default async function run() { return { three, four }; }`;
const quickSource = "export default async function run() { return {}; }";

/** The type checkers of a worker, found by their command line. */
function compilersOf(workerPid: number): number[] {
  return readdirSync("/proc").flatMap((entry) => {
    try {
      const isChild = readFileSync(`/proc/${entry}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(workerPid);
      const isCompiler = /builds\/compiler|compiler-\w+\.snapshot/.test(readFileSync(`/proc/${entry}/cmdline`, "utf8"));
      return isChild && isCompiler ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}

/** The CPU time of a process in milliseconds, in steps of the kernel's clock (10 ms); 0 when it is gone. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Waits until no compiler works. A compiler that prepares for the next build also works. */
async function untilCompilersRest(workerPid: number): Promise<void> {
  const usedMs = () => compilersOf(workerPid).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  await eventually(async () => {
    const before = usedMs();
    await delay(500);
    return usedMs() - before < 20 ? true : undefined;
  }, 30_000);
}

describe("cancelling a build", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let functionId: string;

  before(async () => {
    functionId = await createFunction(client, "slow", quickSource);
    await keepCalled(client, functionId);
  });

  const get = (projectDeploymentId: string) => client.getDeployment({ params: { projectDeploymentId } });

  test("kills it, frees its slot, and nothing of it is ever active", async () => {
    await deploy(client);
    const workerPid = platform.workers[0]?.pid ?? 0;
    await untilCompilersRest(workerPid);
    await client.updateFunction({ params: { functionId }, body: { source: slowSource } });
    const { id } = await client.createDeployment({ body: {} });
    // CPU time since the build began. A crowded machine may give the compiler a tenth of a processor.
    const first = new Map<number, number>();
    const busy = await eventually(async () => {
      if ((await get(id)).status !== "building") return undefined;
      return compilersOf(workerPid).find((pid) => {
        const cpuMs = cpuMsOf(pid);
        if (!first.has(pid)) first.set(pid, cpuMs);
        return cpuMs - (first.get(pid) ?? cpuMs) > 50;
      });
    }, 30_000);

    const cancelled = await client.cancelDeployment({ params: { projectDeploymentId: id } });
    assert.equal(cancelled.status, "cancelled");
    await eventually(async () => (compilersOf(workerPid).includes(busy) ? undefined : true), 20_000);

    await client.updateFunction({ params: { functionId }, body: { source: quickSource } });
    const next = await deploy(client);
    assert.equal(next.active, true);
    const { status, active: isActive, digest, error } = await get(id);
    assert.deepEqual([status, isActive, digest, error?.code], ["cancelled", false, null, "CANCELLED"]);
  });
});
