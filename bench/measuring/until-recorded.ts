import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TestPlatform } from "@ferrule/acceptance/platform.ts";

const patienceMs = 120_000;

/**
 * Waits until the journal of a platform's first worker is empty, so that all executions are recorded. It reads the
 * folder, which costs the roles nothing. @throws when that takes longer than two minutes
 */
export async function untilRecorded({ dataDir }: TestPlatform): Promise<void> {
  const folder = join(dataDir, "worker-1", "executions");
  // A recorded file may vanish between the two questions.
  const bytesOf = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  const bytes = () => readdirSync(folder).reduce((sum, file) => sum + bytesOf(file), 0);
  const tooLate = performance.now() + patienceMs;
  while (bytes() > 0) {
    if (performance.now() > tooLate) throw new Error("The worker's journal does not become empty.");
    await delay(20);
  }
}
