import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const program = `
import { setTimeout as delay } from "node:timers/promises";
import { giveBackMemory } from ${JSON.stringify(join(import.meta.dirname, "give-back-memory.ts"))};
globalThis.held = Array.from({ length: 1_500_000 }, (_, n) => ({ n, text: "text " + n }));
globalThis.held = undefined;
const before = process.memoryUsage().heapTotal;
if (process.argv[1] === "give") globalThis.giving = giveBackMemory(200);
await delay(2_000);
process.stdout.write(String(process.memoryUsage().heapTotal / before));
`;
const partKept = (mode: string) =>
  Number(spawnSync(process.execPath, ["--input-type=module", "-e", program, mode], { encoding: "utf8" }).stdout);

test("a process that rests gives back what it took while it was busy, which it would keep otherwise", () => {
  const [kept, given] = [partKept("keep"), partKept("give")];
  assert.ok(kept > 0.8, `kept ${kept}`);
  assert.ok(given < 0.5, `kept ${given}`);
});
