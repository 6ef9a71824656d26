import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";

// For tests: a worker that imports this records each long turn of its event loop in `turns.jsonl` of its data folder,
// in ms. It records the time by the clock, which is longer on a crowded machine, and the main thread's CPU time.
const longMs = 15;
const everyMs = 5;
const { DATA_DIR: folder = "" } = process.env;

if (/[\\/]worker-\d+$/.test(folder)) {
  let at = performance.now();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const turn = { endedAt: Date.now(), lateMs: performance.now() - at - everyMs, workedMs: (user + system) / 1_000 };
    if (Math.max(turn.lateMs, turn.workedMs) > longMs && existsSync(folder))
      appendFileSync(join(folder, "turns.jsonl"), `${JSON.stringify(turn)}\n`);
    at = performance.now();
    before = process.threadCpuUsage();
  }, everyMs).unref();
}
