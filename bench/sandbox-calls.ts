import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { invocationOf } from "@ferrule/worker/running/sandbox/conformance/harness.ts";
import { memoryMb, processTree } from "./measuring/process-figures.ts";
import { median } from "./measuring/quantile.ts";
import { callPrograms } from "./sandbox/call-programs.ts";
import { durationMs, rounds, type Figures } from "./sandbox/measure.ts";
import { openSandbox } from "./sandbox/programs.ts";

/**
 * Calls inside the worker, without gateway, HTTP or record: worker, framed channel, executor, isolate and back, with 1
 * KB of JSON both ways, or 10 bytes. The CPU time per call, over all processes, hardly depends on other work on the
 * machine. One call at a time is measured on all processors, and on a single one if `taskset` exists: on some machines,
 * waking an idle processor takes most of a short call.
 */
const cells = new Map<string, Figures[]>();
const add = (suffix: string, figures: Record<string, Figures>) => {
  for (const [name, one] of Object.entries(figures)) {
    const key = `${name} | ${suffix}`;
    cells.set(key, [...(cells.get(key) ?? []), one]);
  }
};

const program = join(import.meta.dirname, "sandbox", "one-at-a-time.ts");
function oneAtATime(file: string, args: readonly string[]): Record<string, Figures> {
  const { status, stdout, stderr } = spawnSync(file, [...args, program], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, Figures>;
}

const last = availableParallelism() - 1;
const pin = ["-c", String(last)];
const canPin = spawnSync("taskset", [...pin, "true"]).status === 0;

{
  await using sandbox = await openSandbox();
  for (let round = 0; round < rounds; round++) {
    add("1", oneAtATime(process.execPath, []));
    if (canPin) add("1, on one processor", oneAtATime("taskset", [...pin, process.execPath]));
    add("64", await callPrograms(sandbox, 64));
  }
}
const machine = `Node ${process.version}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}`;
process.stdout.write(`${machine}, medians of ${rounds} rounds of ${durationMs} ms in turn\n\n`);
process.stdout.write("| | c | calls/s | p50 µs | p99 µs | CPU µs a call |\n|---|---|---|---|---|---|\n");
for (const [key, figures] of cells) {
  const of = (field: keyof Figures) => Math.round(median(figures.map((one) => one[field])));
  process.stdout.write(`| ${key} | ${of("callsPerSecond")} | ${of("p50Us")} | ${of("p99Us")} | ${of("cpuUs")} |\n`);
}

/** Only the executors' memory: this process's own changes with its earlier measurements. */
const executorsMb = () => memoryMb(processTree(process.pid).filter((pid) => pid !== process.pid));
// Many isolates, each called once and then idle, in separate executors.
const isolates = 150;
await using sandbox = await openSandbox();
const call = async (n: number) => {
  const code = `export default (input) => ({ n: ${n}, input });`;
  const { outcome } = await sandbox.invoke(invocationOf(code, { timeoutMs: 60_000 }));
  if (outcome.kind !== "returned") throw new Error(JSON.stringify(outcome));
};
await call(0);
const before = executorsMb();
for (let n = 1; n <= isolates; n++) await call(n);
const eachMb = (executorsMb() - before) / isolates;
process.stdout.write(`\n| memory of | MB |\n|---|---|\n| an idle isolate, of ${isolates} | ${eachMb.toFixed(2)} |\n`);
