import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const program = `
import { constants, PerformanceObserver } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { giveBackMemory } from ${JSON.stringify(join(import.meta.dirname, "give-back-memory.ts"))};
let forced = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forced += 1;
}).observe({ entryTypes: ["gc"] });
globalThis.held = Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: "text " + n }));
globalThis.held = undefined;
const before = process.memoryUsage().heapTotal;
const isGiving = process.argv[1] === "give";
if (isGiving) globalThis.giving = giveBackMemory(200);
// On a busy machine the process is seldom idle for three looks in a row.
for (const until = Date.now() + (isGiving ? 30_000 : 1_000); Date.now() < until && forced < 2; ) await delay(100);
await delay(1_500);
process.stdout.write(JSON.stringify({ forced, kept: process.memoryUsage().heapTotal / before }));
`;
const rest = (mode: string) =>
  JSON.parse(
    spawnSync(process.execPath, ["--input-type=module", "-e", program, mode], { encoding: "utf8" }).stdout,
  ) as { forced: number; kept: number };

test("a process that rests gives back what it took while it was busy", () => {
  assert.equal(rest("keep").forced, 0, "nothing collects by itself what is asked for here");
  const { forced, kept } = rest("give");
  assert.ok(forced === 2 && kept < 0.6, `${forced} collections, kept ${kept}`);
});
