import { appendFileSync } from "node:fs";
import { join } from "node:path";

// For tests: a worker that imports this writes each turn of its event loop that was long into `turns.jsonl` of its data folder, in ms: by
// the clock, which a crowded machine lengthens, and of the main thread's processor time.
const longMs = 15;
const everyMs = 5;
const { DATA_DIR: folder = "" } = process.env;

if (folder.includes("worker-")) {
  let at = performance.now();
  let worked = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const since = process.threadCpuUsage(worked);
    const wallMs = now - at - everyMs;
    const workedMs = (since.user + since.system) / 1_000;
    if (workedMs > longMs || wallMs > longMs)
      appendFileSync(join(folder, "turns.jsonl"), `${JSON.stringify({ endedAt: Date.now(), wallMs, workedMs })}\n`);
    at = now;
    worked = process.threadCpuUsage();
  }, everyMs).unref();
}
