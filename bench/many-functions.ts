import { loadavg } from "node:os";
import { invocationOf, testSandbox } from "@ferrule/worker/running/sandbox/conformance/harness.ts";
import { memoryMb, processTree } from "./measuring/process-figures.ts";
import { quantile } from "./measuring/quantile.ts";

/**
 * 2,000 Functions on one worker, called with a skew: one in five calls goes to a Function drawn from all of them, the
 * rest to a hundred popular ones. Each has a bundle of 20 KB and keeps a little. Idle isolates are evicted, least
 * recently used first.
 */
const functions = Number(process.env["BENCH_FUNCTIONS"] ?? 2_000);
const calls = Number(process.env["BENCH_CALLS"] ?? 20_000);
const limitMb = 2_048;

const lines = Array.from({ length: 200 }, (_, n) => `export const text${n} = "${"lorem ipsum ".repeat(7)}";`);
const codeOf = (n: number) =>
  `${lines.join("\n")}\nconst kept = []; export default (input) => { if (kept.length < 100) kept.push({ ...input }); return { n: ${n}, kept: kept.length }; };`;

/** The same numbers in each run: the linear congruential generator of Numerical Recipes. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

await using sandbox = await testSandbox();
const random = createRandom(1);
const cold: number[] = [];
const warm: number[] = [];
const seen = new Set<number>();
let mostMb = 0;
let sampledAt = 0;
let left = calls;

async function loop(): Promise<void> {
  while (left-- > 0) {
    const n = Math.floor(random() * (random() < 0.2 ? functions : 100));
    seen.add(n);
    const invocation = invocationOf(codeOf(n), { inputJson: '{"a":1}', timeoutMs: 60_000 });
    const at = performance.now();
    const { outcome, coldStart } = await sandbox.invoke(invocation);
    (coldStart ? cold : warm).push(performance.now() - at);
    if (outcome.kind !== "returned" || (JSON.parse(outcome.outputJson) as { n: number }).n !== n)
      throw new Error(`wrong answer: ${JSON.stringify(outcome).slice(0, 300)}`);
    if (performance.now() - sampledAt < 1_000) continue;
    sampledAt = performance.now();
    mostMb = Math.max(mostMb, memoryMb(processTree(process.pid)));
  }
}

await Promise.all(Array.from({ length: 8 }, loop));
mostMb = Math.max(mostMb, memoryMb(processTree(process.pid)));
const load = loadavg()[0]!.toFixed(1);
process.stdout.write(
  `Node ${process.version}, load average ${load}, ${seen.size} of ${functions} Functions called, ${calls} calls, 8 at once\n\n`,
);
process.stdout.write("| calls | how many | p50 ms | p99 ms |\n|---|---|---|---|\n");
for (const [name, values] of Object.entries({ warm, cold })) {
  const [p50, p99] = [quantile(values, 0.5), quantile(values, 0.99)];
  process.stdout.write(`| ${name} | ${values.length} | ${p50.toFixed(2)} | ${p99.toFixed(2)} |\n`);
}
process.stdout.write("\n| worker and executors together | |\n|---|---|\n");
process.stdout.write(
  `| memory at most, MB | ${Math.round(mostMb)} |\n| isolates in the end | ${sandbox.state().isolates} |\n`,
);
if (mostMb > limitMb) throw new Error(`${Math.round(mostMb)} MB are more than ${limitMb}.`);
