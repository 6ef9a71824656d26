import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { openProject } from "@ferrule/acceptance/deploy.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { report } from "./executions/fill-executions.ts";
import { cpuTimeOf, processTree, programOf } from "./measuring/process-figures.ts";

/*
 * The cost of recording a call: the CPU time of the control plane and of PostgreSQL for batches of several sizes, sent
 * one after another as a worker does. BENCH_CALLS scales it; BENCH_CALLERS is the number of callers that make the
 * calls.
 */
const calls = Number(process.env["BENCH_CALLS"] ?? 20_000);
const callers = Number(process.env["BENCH_CALLERS"] ?? 1);
const sizes = (process.env["BENCH_SIZES"] ?? "500,150,15").split(",").map(Number);

const workerApiToken = randomBytes(32).toString("base64url");
await using platform = await startTestPlatform({ embedded: true, env: { WORKER_API_TOKEN: workerApiToken } });
const { id: projectId } = await openProject(await platform.signInAsOwner());

/** The record of an `echo` call with 200 characters. */
const recordOf = (n: number) =>
  sampleRecord({
    id: identifier("exe"),
    projectId,
    requestId: identifier("req"),
    deploymentId: "dep_0123456789abcdefghij",
    functionId: "fn_0123456789abcdefghij",
    functionName: "echo",
    functionDigest: "0".repeat(64),
    endpointId: "rte_0123456789abcdefghij",
    bindingId: "mcb_0123456789abcdefghij",
    caller: { kind: "api-key", id: `key_0123456789abcdefghij${n % callers}`, name: "bench" },
    durationMs: 0.2 + (n % 10) / 10,
    queueMs: 0.01,
    gatewayMs: 0.3,
    cpuMs: 0.1,
    input: { text: `message ${n}`.padEnd(200, ".") },
    output: { text: `message ${n}`.padEnd(200, ".") },
    workerId: "wrk_0123456789abcdefghij",
  });

async function record(size: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += size) {
    const records = Array.from({ length: size }, (_, n) => recordOf(made + n));
    await report({ internalUrl: platform.internalUrl, workerApiToken }, records);
  }
}

const postgres = () => processTree(process.pid).filter((pid) => programOf(pid) === "postgres");
const read = () => ({ plane: cpuTimeOf([platform.controlPlane.pid ?? 0]), postgres: cpuTimeOf(postgres()) });
const of = (times: ReturnType<typeof read>, who: "plane" | "postgres") => times[who].userMs + times[who].systemMs;

process.stdout.write(`Node ${process.version}, ${calls} calls, load average ${loadavg()[0]?.toFixed(1)}\n\n`);
process.stdout.write("| calls in a batch | control plane µs | PostgreSQL µs | both |\n|---|---|---|---|\n");
await record(500, calls / 2);
for (const size of sizes) {
  const count = Math.ceil(Math.min(calls, size * 200) / size) * size;
  await record(size, Math.min(count, size * 20));
  await delay(500);
  const before = read();
  await record(size, count);
  await delay(500);
  const after = read();
  const [plane, database] = (["plane", "postgres"] as const).map(
    (who) => ((of(after, who) - of(before, who)) * 1_000) / count,
  );
  const both = (plane ?? 0) + (database ?? 0);
  process.stdout.write(`| ${size} | ${plane?.toFixed(0)} | ${database?.toFixed(0)} | ${both.toFixed(0)} |\n`);
}
