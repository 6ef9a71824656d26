import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { createBuilder } from "@ferrule/worker/building/builds/builder.ts";
import { cpuMs, processTree } from "./measuring/process-figures.ts";
import { median } from "./measuring/quantile.ts";

/** The first build of a worker: starts compiler and bundler, then checks, derives and bundles one Function. */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const folder = await mkdtemp(join(tmpdir(), "ferrule-bench-builds-"));
const snapshotDir = join(folder, "snapshot");
let built = 0;

async function firstBuild(from: string, thenMs = 0) {
  await using builder = createBuilder({
    log: createLog("worker", "silent"),
    cacheDir: join(folder, `cache-${(built += 1)}`),
    snapshotDir: from,
  });
  const source = `/** Adds. */ export default async function add(input: { n: number }) { return { n: input.n + ${built} }; }`;
  const draft = { id: "fn", slug: "fn", revision: 1, source, inputSchema: null, outputSchema: null };
  const began = performance.now();
  const { functions } = await builder.build([{ ...draft, permissions: noPermissions }]);
  const tookMs = performance.now() - began;
  if (functions[0]?.valid !== true) throw new Error(JSON.stringify(functions));
  const all = new Set(Object.values(builder.processIds).flat());
  const usedMs = cpuMs(processTree(process.pid).filter((pid) => all.has(pid)));
  await delay(thenMs);
  return { tookMs, usedMs };
}

try {
  // The first one leaves a snapshot, given enough time.
  await firstBuild(snapshotDir, 15_000);
  const cells = { "the sources": [] as number[][], "a snapshot": [] as number[][] };
  for (let round = 0; round < rounds; round += 1) {
    // Nothing can be kept there, because a file is not a folder.
    const sources = await firstBuild(join(import.meta.filename, "none"));
    cells["the sources"].push([sources.tookMs, sources.usedMs]);
    const snapshot = await firstBuild(snapshotDir);
    cells["a snapshot"].push([snapshot.tookMs, snapshot.usedMs]);
  }
  const machine = `Node ${process.version}, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(1)}`;
  process.stdout.write(
    `${machine}, medians of ${rounds} in turn\n\n| the compiler starts from | ms | CPU ms of its processes |\n|---|---|---|\n`,
  );
  for (const [name, figures] of Object.entries(cells)) {
    const of = (at: number) => Math.round(median(figures.map((one) => one[at] ?? 0)));
    process.stdout.write(`| ${name} | ${of(0)} | ${of(1)} |\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
