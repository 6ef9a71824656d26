import { parseArgs } from "node:util";
import { describeFigures, runSoak } from "./run-soak.ts";

/*
 * `node acceptance/faults/soak.ts [--minutes 30] [--every 20]`: runs a mixed load on two gateways, two control planes
 * and three workers. Every 20 seconds it kills, stops or cuts something. It prints the losses. Its exit code is 1 when
 * a promise of docs/operating.md was broken.
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, every: { type: "string", default: "20" } },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const figures = await runSoak({ minutes: Number(values.minutes), everyMs: Number(values.every) * 1_000, say });
say(describeFigures(figures));
process.exitCode = figures.broken.length > 0 ? 1 : 0;
