import type { TestPlatform } from "@ferrule/acceptance/platform.ts";
import { processTree, programOf } from "./process-figures.ts";

/** The parts of a platform whose CPU time we report. A worker's child processes are its executors and builders. */
export const roleNames = ["gateway", "worker", "executors", "control plane", "PostgreSQL"] as const;
export type RoleName = (typeof roleNames)[number];

const isPostgres = (pid: number) => programOf(pid) === "postgres";

/** The current processes of each role of a platform that this process has started. */
export function processesOf({ gateway, controlPlane, workers }: TestPlatform): Map<RoleName, number[]> {
  const workerPids = workers.flatMap(({ pid }) => pid ?? []);
  const below = workerPids.flatMap((pid) => processTree(pid)).filter((pid) => !workerPids.includes(pid));
  return new Map<RoleName, number[]>([
    ["gateway", [gateway.pid ?? 0]],
    ["worker", workerPids],
    ["executors", below],
    ["control plane", [controlPlane.pid ?? 0]],
    ["PostgreSQL", processTree(process.pid).filter(isPostgres)],
  ]);
}
